// What the core and the page tell each other, generated from the core's own types. The page imports
// them from here only.
export type { AddOutcome } from "./bindings/AddOutcome";
export type { CompanyId } from "./bindings/CompanyId";
export type { CompanyItem } from "./bindings/CompanyItem";
export type { Conversation } from "./bindings/Conversation";
export type { ConversationKey } from "./bindings/ConversationKey";
export type { CoreEvent } from "./bindings/CoreEvent";
export type { Delivery } from "./bindings/Delivery";
export type { Entry } from "./bindings/Entry";
export type { EntryContent } from "./bindings/EntryContent";
export type { EntryId } from "./bindings/EntryId";
export type { ErrorReport } from "./bindings/ErrorReport";
export type { LinkCard } from "./bindings/LinkCard";
export type { LinkQuestion } from "./bindings/LinkQuestion";
export type { MessageView } from "./bindings/MessageView";
export type { Notice } from "./bindings/Notice";
export type { Older } from "./bindings/Older";
export type { Overview } from "./bindings/Overview";
export type { Phase } from "./bindings/Phase";
export type { Reason } from "./bindings/Reason";
export type { Responder } from "./bindings/Responder";
export type { SecretsState } from "./bindings/SecretsState";
export type { ShownAuthor } from "./bindings/ShownAuthor";
export type { Standing } from "./bindings/Standing";
export type { Trouble } from "./bindings/Trouble";
