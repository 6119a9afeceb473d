import { type NotificationKind, notifications } from "@souk/contract";
import type { Database } from "@souk/database";
import type { LeasedEmail } from "../../infrastructure/mail/index.ts";
import type { Job } from "../../runtime/housekeeping/index.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import { renderCustomerEmail } from "./render-customer-email.ts";
import type { TemplateRenderer } from "./rendering/template-renderer.ts";
import { saveRenderError, selectTemplate, type TemplateRow } from "./template-store.ts";
import { toTemplate } from "./templates.ts";

type RenderDeps = Pick<NotificationsDeps, "unrenderedEmails" | "log" | "clock">;

/** The number of attempts after which an email that cannot be rendered counts as failed. */
const maxAttempts = 5;
const secondMs = 1_000;

const warnings = {
  subject:
    "The subject of a store's template could not be rendered. The email is sent with the default subject.",
  template: "A store's template could not be rendered. The email is sent with the default template.",
} as const;

const isKnownKind = (kind: string): kind is NotificationKind => Object.hasOwn(notifications, kind);

/** Create the job that renders the emails to customers, so that they can be sent. Every process runs this job. */
export function createRenderJob(deps: RenderDeps, renderer: TemplateRenderer): Job {
  /** The id of the store whose email was leased last. The other stores have their turn before this store's next email. */
  let lastStoreId = 0;

  /** Render the next due email. @returns false if no email is due */
  async function renderNext(database: Database): Promise<boolean> {
    const email = await deps.unrenderedEmails.lease(database, lastStoreId);
    if (email === null) return false;
    lastStoreId = email.store_id;
    await renderLeasedEmail({ ...deps, renderer, database }, email);
    return true;
  }

  return {
    name: "render emails",
    everyMs: secondMs,
    concurrent: true,
    async run(database, stopSignal) {
      const renderUntilDone = async (): Promise<void> => {
        let hasRendered = true;
        while (hasRendered && !stopSignal.aborted) hasRendered = await renderNext(database);
      };
      const results = await Promise.allSettled(Array.from({ length: renderer.maxRunning }, renderUntilDone));
      for (const result of results) if (result.status === "rejected") throw result.reason;
    },
  };
}

/** Render an email with the current template of its store. If rendering fails, the email is due again when the lease ends. */
async function renderLeasedEmail(
  {
    database,
    unrenderedEmails,
    renderer,
    ...deps
  }: RenderDeps & {
    renderer: TemplateRenderer;
    database: Database;
  },
  { id, store_id, kind, attempts, readVariables }: LeasedEmail,
): Promise<void> {
  if (!isKnownKind(kind)) throw new Error(`Emails of the kind ${kind} have no template.`);
  if (attempts > maxAttempts) {
    await unrenderedEmails.saveFailure(database, id, "The email could not be rendered.");
    return;
  }
  const variables = readVariables();
  const row = await selectTemplate(database, { id: store_id, timezone: "UTC" }, kind);
  const ownTemplate = toTemplate(kind, row);
  // When the account that owns the store has reached its daily limit, customers get the default texts.
  const canUseOwnTemplate =
    !ownTemplate.is_edited || (await unrenderedEmails.reserveOwnText(database, { id, store_id }));
  const template = canUseOwnTemplate ? ownTemplate : toTemplate(kind, null);
  const { email, replacedText } = await renderCustomerEmail(renderer, { store_id, template, variables });
  if (replacedText !== null && row !== null)
    await reportReplacedText({ database, ...deps }, { store_id, row, replacedText });
  await unrenderedEmails.saveRendered(database, id, email);
}

/** Log why a default text replaced a text of the store, and save the reason, which the admin shows. */
async function reportReplacedText(
  { database, log, clock }: Pick<RenderDeps, "log" | "clock"> & { database: Database },
  {
    store_id,
    row,
    replacedText: { name, error },
  }: {
    store_id: number;
    row: TemplateRow;
    replacedText: { name: keyof typeof warnings; error: string };
  },
): Promise<void> {
  log.warn({ store_id, kind: row.kind, error }, warnings[name]);
  await saveRenderError(database, store_id, { row, error, failed_at: new Date(clock.now()) });
}
