import type { NotificationKind } from "@souk/contract";
import { defaultTexts } from "./defaults/default-texts.ts";
import type { TemplateRenderer } from "./rendering/template-renderer.ts";
import { pickTexts, type RenderedEmail, type RenderResult } from "./rendering/texts.ts";
import type { Template } from "./templates.ts";

/** An email to a customer that is to be rendered. */
interface CustomerEmail {
  store_id: number;
  template: Template;
  variables: object;
}

/** A rendered email to a customer. */
export interface RenderedCustomerEmail {
  email: RenderedEmail;
  /**
   * The store's text that the default text replaced (the subject or the whole template), with the error that made the replacement
   * necessary. Null if nothing was replaced.
   */
  replacedText: { name: "subject" | "template"; error: string } | null;
}

/**
 * Render an email to a customer with the store's texts. If only the subject cannot be rendered, the default subject replaces
 * it. If another text cannot be rendered, the default texts replace all texts.
 * @throws Error if the default texts cannot be rendered
 */
export async function renderCustomerEmail(
  renderer: TemplateRenderer,
  { store_id, template, variables }: CustomerEmail,
): Promise<RenderedCustomerEmail> {
  const owner = `emails of store ${store_id}`;
  const { kind } = template;
  const texts = pickTexts(template);
  const author = template.is_edited ? "store" : "default";
  const result = await renderer.render(owner, { texts, variables, author });
  if (result.ok) return { email: result.email, replacedText: null };
  const error = result.errors.map(({ message }) => message).join(" ");
  if (result.errors.every(({ path }) => path === "subject")) {
    const { subject } = defaultTexts[kind];
    const resultWithDefaultSubject = await renderer.render(owner, {
      texts: { ...texts, subject },
      variables,
      author: "store",
    });
    if (resultWithDefaultSubject.ok)
      return { email: resultWithDefaultSubject.email, replacedText: { name: "subject", error } };
  }
  const defaultResult = await renderer.render(owner, {
    texts: defaultTexts[kind],
    variables,
    author: "default",
  });
  return { email: assertRendered(kind, defaultResult), replacedText: { name: "template", error } };
}

function assertRendered(kind: NotificationKind, result: RenderResult): RenderedEmail {
  if (result.ok) return result.email;
  throw new Error(`The default template of ${kind} cannot be rendered: ${JSON.stringify(result.errors)}`);
}
