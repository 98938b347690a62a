"use strict";

/** Random numbers that can be had again: the seed is MEMO_TEST_SEED, else new, and a test that fails prints it. */
function seeded(t) {
  const seed = Number(process.env.MEMO_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
  t.diagnostic(`seed ${seed}`);
  let state = seed;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count) => Math.floor(next() * count);
  const one = (choices) => choices[below(choices.length)];
  return {
    seed,
    below,
    one,
    shuffle: (all) => all.map((each) => [next(), each]).sort(([a], [b]) => a - b).map(([, each]) => each)
  };
}

module.exports = { seeded };
