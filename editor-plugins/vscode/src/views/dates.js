// @ts-check
"use strict";

/**
 * A time as a list shows it: today's with the hour, this year's with the day, others with the year.
 * @param {string} time RFC 3339 @param {string} locale @param {Date} [now]
 */
function shortDate(time, locale, now = new Date()) {
  const date = new Date(time);
  if (date.toDateString() === now.toDateString()) return format(date, locale, { timeStyle: "short" });
  if (date.getFullYear() === now.getFullYear()) return format(date, locale, { month: "short", day: "numeric" });
  return format(date, locale, { dateStyle: "medium" });
}

/** @param {string} time RFC 3339 @param {string} locale */
function longDate(time, locale) {
  return format(new Date(time), locale, { dateStyle: "full", timeStyle: "short" });
}

/** @param {string} time RFC 3339 @param {string} locale @returns {string} to the second, as several are in a minute */
function exactDate(time, locale) {
  return format(new Date(time), locale, { dateStyle: "full", timeStyle: "medium" });
}

/** @param {Date} date @param {string} locale @param {Intl.DateTimeFormatOptions} options */
function format(date, locale, options) {
  return new Intl.DateTimeFormat(locale, options).format(date);
}

module.exports = { exactDate, longDate, shortDate };
