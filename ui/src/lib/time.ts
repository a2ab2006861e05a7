const LANGUAGE = "en";
// Words are English; whether the clock has 12 or 24 hours is the system's choice.
const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: "numeric" }).resolvedOptions();

const clockFormat = new Intl.DateTimeFormat(LANGUAGE, {
  hour: "numeric",
  minute: "2-digit",
  ...(hourCycle ? { hourCycle } : {}),
});
const secondsFormat = new Intl.DateTimeFormat(LANGUAGE, {
  timeStyle: "medium",
  ...(hourCycle ? { hourCycle } : {}),
});
const dayFormat = new Intl.DateTimeFormat(LANGUAGE, {
  weekday: "long",
  day: "numeric",
  month: "long",
});
const dayWithYearFormat = new Intl.DateTimeFormat(LANGUAGE, {
  day: "numeric",
  month: "long",
  year: "numeric",
});
const fullFormat = new Intl.DateTimeFormat(LANGUAGE, {
  dateStyle: "full",
  timeStyle: "short",
  ...(hourCycle ? { hourCycle } : {}),
});

/** The date, or null for a number that is none: a Company's word may be any number. */
function dateOf(at: number): Date | null {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The time of day, such as 10:41; empty for what is no time. */
export function clock(at: number): string {
  const date = dateOf(at);
  return date ? clockFormat.format(date) : "";
}

/** The time of day to the second. */
export function clockWithSeconds(at: number): string {
  const date = dateOf(at);
  return date ? secondsFormat.format(date) : "";
}

/** Date and time in full. */
export function full(at: number): string {
  const date = dateOf(at);
  return date ? fullFormat.format(date) : "";
}

/** A day of any year, such as 30 November 2026. */
export function day(at: number): string {
  const date = dateOf(at);
  return date ? dayWithYearFormat.format(date) : "";
}

/** A day of any year, with its time, such as 30 November 2026, 10:41. */
export function dated(at: number): string {
  const date = dateOf(at);
  return date ? `${dayWithYearFormat.format(date)}, ${clockFormat.format(date)}` : "";
}

/** The time of day; with its day when that is not today's. */
export function soon(at: number, now: number): string {
  return dayOf(at) === dayOf(now) ? clock(at) : dated(at);
}

/** For the `datetime` attribute. */
export function machine(at: number): string | undefined {
  return dateOf(at)?.toISOString();
}

/** Names the local day: equal for two times of one day. Days since an arbitrary one. */
export function dayOf(at: number): number | null {
  const date = dateOf(at);
  return date
    ? Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 864e5)
    : null;
}

/** A day for people, seen from `now`. */
export function dayName(
  at: number,
  now: number,
  names: { today: string; yesterday: string },
): string {
  const [day, today] = [dayOf(at), dayOf(now)];
  if (day === null || today === null) return "";
  if (day === today) return names.today;
  if (day === today - 1) return names.yesterday;
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (sameYear ? dayFormat : dayWithYearFormat).format(new Date(at));
}
