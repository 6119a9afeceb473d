import { Button, SegmentedControl, Stack, Text } from "@mantine/core";
import type { NotificationKind, OperationResponse, operations } from "@souk/contract";
import { ErrorState, LoadingState, Section, useAction, useAdminConsole, usePanel } from "@souk/ui";
import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { texts } from "../texts.ts";
import { buildEmailDocument } from "./build-email-document.ts";
import classes from "./editor.module.css";
import type { TemplateTexts } from "./use-template-draft.ts";

type Preview = OperationResponse<typeof operations.previewNotificationTemplate>;

interface PreviewCardProps {
  kind: NotificationKind;
  draft: TemplateTexts;
  preview: UseQueryResult<Preview>;
  /** Whether a text of the template has an error. In that case, there is no preview. */
  hasErrors: boolean;
  canSendTest: boolean;
}

const words = texts.notifications.preview;

/** Show a preview of the email with sample data, with the button that sends it as a test email. */
export function PreviewCard({ kind, draft, preview, hasErrors, canSendTest }: PreviewCardProps) {
  const testButton = <SendTestButton kind={kind} draft={draft} isDisabled={hasErrors} />;
  return (
    <Section title={words.title} lead={words.lead} {...(canSendTest ? { actions: testButton } : {})}>
      <PreviewContent preview={preview} hasErrors={hasErrors} />
    </Section>
  );
}

function PreviewContent({ preview, hasErrors }: Pick<PreviewCardProps, "preview" | "hasErrors">) {
  if (hasErrors)
    return (
      <Text size="sm" c="dimmed" role="status">
        {words.hasErrors}
      </Text>
    );
  if (preview.data !== undefined)
    return <EmailPreview email={preview.data.preview} isPreviousData={preview.isPlaceholderData} />;
  if (preview.isError) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />;
  return <LoadingState kind="text" />;
}

interface EmailPreviewProps {
  email: Preview["preview"];
  /** Whether the preview still shows the previous texts while the next preview loads. */
  isPreviousData: boolean;
}

function EmailPreview({ email, isPreviousData }: EmailPreviewProps) {
  const { nonce } = usePanel();
  const [format, setFormat] = useState<"html" | "text">("html");
  const emailDocument = useMemo(() => buildEmailDocument(email.html, nonce), [email.html, nonce]);
  return (
    <Stack gap="sm" data-stale={isPreviousData || undefined}>
      <Text className={classes["subject"]}>
        <Text component="span" c="dimmed" size="sm">
          {words.subject}:{" "}
        </Text>
        {email.subject}
      </Text>
      <SegmentedControl
        aria-label={words.kind}
        value={format}
        onChange={(value) => setFormat(value === "text" ? "text" : "html")}
        data={[
          { value: "html", label: words.html },
          { value: "text", label: words.text },
        ]}
      />
      {format === "html" ? (
        // The empty `sandbox` attribute blocks scripts and access to this page.
        <iframe className={classes["frame"]} sandbox="" title={words.frame} srcDoc={emailDocument} />
      ) : (
        <pre className={classes["plain"]}>{email.text}</pre>
      )}
    </Stack>
  );
}

interface SendTestButtonProps {
  kind: NotificationKind;
  draft: TemplateTexts;
  isDisabled: boolean;
}

function SendTestButton({ kind, draft, isDisabled }: SendTestButtonProps) {
  const admin = useAdminConsole();
  const { subject, body_html, body_text } = draft;
  const send = useAction({
    run: () =>
      admin.notification_templates.test({ params: { kind }, body: { subject, body_html, body_text } }),
    done: ({ test }) =>
      test.is_mailed
        ? texts.notifications.test.sent({ recipient: test.recipient })
        : texts.notifications.test.notSent({ recipient: test.recipient }),
  });
  return (
    <Button variant="default" disabled={isDisabled} loading={send.isRunning} onClick={() => send.start()}>
      {texts.notifications.test.button}
    </Button>
  );
}
