import type { LinkCard, MessageView, Notice } from "../contract";
import { copyText } from "../clipboard";
import { say } from "../words";
import type { Announcer } from "./announcer.svelte";

/** Copies a message as text, and says whether it worked. Tells so, too. */
export async function copyMessage(
  view: MessageView,
  company: string,
  announcer: Announcer,
): Promise<boolean> {
  const copied = await copyText(asText(view, company));
  announcer.say(copied ? say("copied-message") : say("copy-not-done"));
  return copied;
}

/** A message as text: its notices first, each named as one, then its text, then where its links lead. */
export function asText({ disclosures, text, links }: MessageView, company: string): string {
  return [
    ...disclosures.map((notice) => noticeText(notice, company)),
    ...(text === null ? [] : [text]),
    ...links.map(linkText),
  ].join("\n\n");
}

function noticeText(notice: Notice, company: string): string {
  return "text" in notice
    ? say("copy-notice", { company, text: notice.text })
    : say("copy-notice-unreadable", { company, sent: notice.unreadable });
}

/** The whole address; of a link that is refused as it can be read, and said to be one. */
export function linkText(link: LinkCard): string {
  const { title, opens, sent, verdict } = link;
  const address =
    verdict === "refuse" || opens === null
      ? say("copy-link-refused", { address: sent, why: refusedWhy(link) })
      : opens;
  return title === null ? address : say("copy-link-titled", { title, address });
}

const refusedWhy = ({ reasons }: LinkCard): string =>
  reasons.length === 0
    ? say("not-shown")
    : reasons.map((reason) => say(`reason-${reason}-short`)).join(", ");
