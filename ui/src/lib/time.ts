import { spoken } from "./languages/speaking.svelte";
import { say } from "./words";

/** Ways to write a time. Where the system's clock has 24 hours, ours has in every language. */
const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: "numeric" }).resolvedOptions();
const cycle = hourCycle === "h23" || hourCycle === "h24" ? { hourCycle } : {};
const WAYS = {
  clock: { hour: "numeric", minute: "2-digit", ...cycle },
  clockWithSeconds: { timeStyle: "medium", ...cycle },
  day: { weekday: "long", day: "numeric", month: "long" },
  dayWithYear: { day: "numeric", month: "long", year: "numeric" },
  dated: {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    ...cycle,
  },
  full: { dateStyle: "full", timeStyle: "short", ...cycle },
} satisfies Record<string, Intl.DateTimeFormatOptions>;
type Way = keyof typeof WAYS;

/** Making one takes long, and a timeline needs many: each is made once. */
const formats = new Map<string, Intl.DateTimeFormat>();

function written(date: Date, way: Way): string {
  const { locale } = spoken();
  const key = `${way} ${locale}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(locale, WAYS[way])));
  return format.format(date);
}

/** The date, or null for a number that is none: a Company's word may be any number. */
function dateOf(at: number): Date | null {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? null : date;
}

function told(at: number, way: Way): string {
  const date = dateOf(at);
  return date ? written(date, way) : "";
}

/** The time of day, such as 10:41; empty for what is no time, as are the others. */
export const clock = (at: number): string => told(at, "clock");

/** The time of day to the second. */
export const clockWithSeconds = (at: number): string => told(at, "clockWithSeconds");

/** Date and time in full. */
export const full = (at: number): string => told(at, "full");

/** A day of any year, such as 30 November 2026. */
export const day = (at: number): string => told(at, "dayWithYear");

/** A day of any year, with its time, such as 30 November 2026 at 10:41. */
export const dated = (at: number): string => told(at, "dated");

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
export function dayName(at: number, now: number): string {
  const [day, today] = [dayOf(at), dayOf(now)];
  if (day === null || today === null) return "";
  if (day === today) return say("today");
  if (day === today - 1) return say("yesterday");
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return told(at, sameYear ? "day" : "dayWithYear");
}

/** A day for people, with its time; empty for what is no time. */
export function dayAndTime(at: number, now: number): string {
  const day = dayName(at, now);
  return day === "" ? "" : say("day-and-time", { day, time: clock(at) });
}
