import { type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Call } from "../../infrastructure/routing/call.ts";
import { buildExampleVariables } from "./example-variables.ts";
import type { RenderPreview } from "./render-preview.ts";
import type { RenderedEmail } from "./rendering/texts.ts";
import { selectTemplate } from "./template-store.ts";
import { toTemplate } from "./templates.ts";

type PreviewCall = Pick<
  Call<typeof operations.previewNotificationTemplate>,
  "store" | "params" | "body" | "signed_in"
>;

/**
 * Render the texts in a request with an example order. Texts that the request lacks are taken from the store's current template.
 * @throws ApiError `invalid` for each text that is not a valid template, with the line of the error; `rate_limited` or
 *   `unavailable` if there are too many previews
 */
export async function renderWithExample(
  db: Queryable,
  { store, params, body, signed_in: { account_id } }: PreviewCall,
  renderPreview: RenderPreview,
): Promise<RenderedEmail> {
  const currentTemplate = toTemplate(params.kind, await selectTemplate(db, store, params.kind));
  const texts = { ...currentTemplate, ...body };
  const result = await renderPreview({
    store_id: store.id,
    account_id,
    texts,
    variables: await buildExampleVariables(db, store),
  });
  return result.ok ? result.email : throwApiError("invalid", { fields: result.errors });
}
