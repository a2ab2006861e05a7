import { readdirSync, readFileSync } from "node:fs";

import {
  type FunctionReference,
  parse,
  type SelectExpression,
  type VariableReference,
  Visitor,
} from "@fluent/syntax";

/** What goes into a message, by its name: a number where it chooses a form or is written as one. */
export type Names = ReadonlyMap<string, "string" | "number">;

class Arguments extends Visitor {
  readonly names = new Map<string, "string" | "number">();

  override visitVariableReference({ id }: VariableReference): void {
    if (!this.names.has(id.name)) this.names.set(id.name, "string");
  }

  override visitSelectExpression(node: SelectExpression): void {
    if (node.selector.type === "VariableReference") this.names.set(node.selector.id.name, "number");
    this.genericVisit(node);
  }

  override visitFunctionReference(node: FunctionReference): void {
    const [first] = node.arguments.positional;
    if (node.id.name === "NUMBER" && first?.type === "VariableReference") {
      this.names.set(first.id.name, "number");
    }
    this.genericVisit(node);
  }
}

/** The messages of a catalogue, each with what goes into it. */
export function messagesOf(catalogue: string): ReadonlyMap<string, Names> {
  const messages = new Map<string, Names>();
  for (const entry of parse(catalogue, { withSpans: false }).body) {
    if (entry.type === "Junk") throw new Error(`no Fluent: ${entry.content}`);
    if (entry.type !== "Message") continue;
    const { name } = entry.id;
    if (messages.has(name)) throw new Error(`twice: ${name}`);
    const found = new Arguments();
    found.visit(entry);
    messages.set(name, found.names);
  }
  return messages;
}

/** The page's own catalogues in English: those of the core are in a folder of their own. */
export const ROOMS = readdirSync("locales/en")
  .filter((name) => name.endsWith(".ftl"))
  .sort();

/** The types of the page's messages, as they stand in `src/lib/languages/messages.ts`. */
export function messageTypes(): string {
  const lines = ROOMS.flatMap((room) => [
    ...messagesOf(readFileSync(`locales/en/${room}`, "utf8")),
  ]).map(([id, names]) => {
    const key = /^[a-z]+$/.test(id) ? id : `"${id}"`;
    const args = [...names].map(([name, type]) => `${name}: ${type}`).join("; ");
    return `  ${key}: ${args === "" ? "object" : `{ ${args} }`};`;
  });
  return `// Generated from the English catalogues: npm run messages

/** Every message, and what goes into it. */
export type Messages = {
${lines.join("\n")}
};

export type MessageId = keyof Messages;
`;
}
