import type { Entry, Notice, SignIn } from "../contract";
import { say } from "../words";

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
    return failed !== null && !failedBefore ? `${say("not-sent")} ${failed}` : "";
  }
  if (before) return "";
  switch (content.kind) {
    case "message": {
      const { view } = content;
      return [
        say(`author-${view.author}`, { company }),
        ...view.disclosures.map((notice) => describeNotice(notice, company)),
        view.text ?? "",
        view.links.length > 0 ? say("link-count", { n: view.links.length }) : "",
        ...view.problems,
      ]
        .filter((part) => part !== "")
        .join(". ");
    }
    case "unreadable":
      return `${say("message-unreadable", { company })} ${content.problem}`;
    case "responder":
      return say(`answers-from-here-${content.responder}`, { company });
    case "sign_in":
      return say("sign-in-asked", { company });
    case "user_requested":
      return `${say("you-are-asked", { company })} ${content.reason ?? ""}`.trim();
    case "direct":
      return say(content.opened ? "direct-opened" : "direct-closed", { company });
    case "part_missing":
      return say("part-missing", { company });
  }
}

function describeNotice(notice: Notice, company: string): string {
  return "text" in notice
    ? `${say("notice-from", { company })}: ${notice.text}`
    : say("notice-unreadable", { company });
}

/** What a screen reader is told when a sign-in comes to its next step. */
export function describeSignIn({ state }: SignIn, company: string): string {
  switch (state.state) {
    case "starting":
    case "finishing":
      return "";
    case "waiting":
      return say("sign-in-news-code", {
        company,
        host: state.link_host,
        code: spelled(state.user_code),
      });
    case "waiting_browser":
      return say("sign-in-news-browser", { company, host: state.link_host });
    case "approved":
      return say("sign-in-approved", { company });
    case "denied":
      return say("sign-in-denied", { company });
    case "expired":
      return say("sign-in-expired");
    case "failed":
      return `${say("sign-in-failed")} ${state.message}`;
  }
}

/** A code letter by letter, as it is to be typed. */
export function spelled(code: string): string {
  return [...code].join(" ");
}
