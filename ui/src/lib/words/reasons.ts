import type { Reason } from "../contract";

/** A reason beside a link's card (short) and in the question before it opens (said in full). */
export type ReasonWords = { readonly short: string; readonly full: string };

/** Every reason the core gives. A code without words does not compile. */
export const reasons: Record<Reason, ReasonWords> = {
  "not-a-link": {
    short: "It is not a link",
    full: "What was sent is not the address of a web page.",
  },
  "not-https": {
    short: "It is not a secure web page",
    full: "The address does not start with https, so it is no secure web page.",
  },
  disguised: {
    short: "Its address is written so that it misleads",
    full: "The address is written so that it looks like something else than where it leads.",
  },
  userinfo: {
    short: "Its address hides where it leads behind an @",
    full: "The address has a name before an @ sign, which can hide where it really leads.",
  },
  "bad-host": {
    short: "It names no possible site",
    full: "The address names a site that cannot exist.",
  },
  "private-address": {
    short: "It leads into a private network",
    full: "The address leads to your own computer or into a private network, not to a public site.",
  },
  "too-long": {
    short: "Its address is too long",
    full: "The address is longer than any page needs.",
  },
  "ip-address": {
    short: "A number instead of a name",
    full: "The address is a number instead of a site’s name, so nobody can tell whose it is.",
  },
  "unsupported-version": {
    short: "It is of a version that Candor does not know",
    full: "The Company sends links of a version that this Candor does not know.",
  },
  "unusual-port": {
    short: "Unusual port",
    full: "The address uses an unusual port. Public sites rarely do.",
  },
  "international-name": {
    short: "Letters of another alphabet",
    full: "The name has letters outside plain English ones. Some look just like others.",
  },
  "look-alike": {
    short: "Looks like another name",
    full: "The name looks like that of another site, and may be made to be mistaken for it.",
  },
  "bare-suffix": {
    short: "No site of its own",
    full: "The name is an ending that many sites share, not a site of its own.",
  },
  "shared-hosting": {
    short: "Shared hosting",
    full: "Anybody can put pages under this name: it belongs to a hosting service.",
  },
  "long-name": {
    short: "Unusually long name",
    full: "The name is unusually long, which can hide its end, the part that counts.",
  },
  "title-names-another-site": {
    short: "Title names another site",
    full: "The link’s title names another site than the one it leads to.",
  },
};
