import type { Entry, Notice, SignIn } from "../contract";
import { plain } from "../phrase";
import { words } from "../words";

/**
 * What a screen reader is told of an entry that came in: once when it is new, notices first and in
 * full. Of one it was told of before only what needs the user: that a message was not sent.
 */
export function describe(entry: Entry, before: Entry | undefined, company: string): string {
  const { content } = entry;
  if (content.kind === "message" && content.view.author === "user") {
    const failed = content.delivery?.state === "failed" ? content.delivery.message : null;
    const failedBefore =
      before?.content.kind === "message" && before.content.delivery?.state === "failed";
    return failed !== null && !failedBefore ? `${words.notSent} ${failed}` : "";
  }
  if (before) return "";
  switch (content.kind) {
    case "message": {
      const { view } = content;
      return [
        plain(words.author(company)[view.author]),
        ...view.disclosures.map((notice) => describeNotice(notice, company)),
        view.text ?? "",
        view.links.length > 0 ? words.linkCount(view.links.length) : "",
        ...view.problems,
      ]
        .filter((part) => part !== "")
        .join(". ");
    }
    case "unreadable":
      return `${plain(words.messageUnreadable(company))} ${content.problem}`;
    case "responder":
      return plain(words.answersFromHere(company)[content.responder]);
    case "sign_in":
      return plain(words.signInAsked(company));
    case "user_requested":
      return `${plain(words.youAreAsked(company))} ${content.reason ?? ""}`.trim();
    case "direct":
      return plain(words.direct(company, content.opened));
    case "part_missing":
      return plain(words.partMissing(company));
  }
}

function describeNotice(notice: Notice, company: string): string {
  return "text" in notice
    ? `${plain(words.noticeFrom(company))}: ${notice.text}`
    : plain(words.noticeUnreadable(company));
}

/** What a screen reader is told when a sign-in comes to its next step. */
export function describeSignIn({ state }: SignIn, company: string): string {
  switch (state.state) {
    case "starting":
    case "finishing":
      return "";
    case "waiting":
      return words.signIn.news.code(company, state.link_host, spelled(state.user_code));
    case "waiting_browser":
      return words.signIn.news.browser(company, state.link_host);
    case "approved":
      return plain(words.signIn.approved(company));
    case "denied":
      return plain(words.signIn.denied(company));
    case "expired":
      return words.signIn.expired;
    case "failed":
      return `${words.signIn.failed} ${state.message}`;
  }
}

/** A code letter by letter, as it is to be typed. */
export function spelled(code: string): string {
  return [...code].join(" ");
}
