# Makes the tags of Vim's help without Vim: awk -f helptags.awk doc/memo.txt | LC_ALL=C sort
# A tag is a word between two asterisks, with white space or the line's end on either side (Vim's :help help-writing).
{
  name = FILENAME
  sub(".*/", "", name)
  count = split($0, words, /[ \t]+/)
  for (i = 1; i <= count; i++) {
    if (words[i] !~ /^\*[^*|]+\*$/) continue
    tag = substr(words[i], 2, length(words[i]) - 2)
    pattern = tag
    gsub(/[\\\/]/, "\\\\&", pattern)
    print tag "\t" name "\t/*" pattern "*"
  }
}
