import { Button, SegmentedControl, Stack, Text } from "@mantine/core";
import type { NotificationKind, OperationResponse, operations } from "@souk/contract";
import { ErrorState, LoadingState, Section, useAction, useAdminConsole, usePanel } from "@souk/ui";
import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { texts } from "../texts.ts";
import classes from "./editor.module.css";
import { framedMail } from "./framed-email.ts";
import type { Texts } from "./use-draft.ts";

type Preview = OperationResponse<typeof operations.previewNotificationTemplate>;

interface PreviewCardProps {
  kind: NotificationKind;
  draft: Texts;
  preview: UseQueryResult<Preview>;
  /** Whether a text has an error, which is marked beside it. */
  isFaulty: boolean;
  mayTest: boolean;
}

const { preview: words } = texts.notifications;

/** Show the email with an example order, with the button that sends it as a test. */
export function PreviewCard({ kind, draft, preview, isFaulty, mayTest }: PreviewCardProps) {
  const test = <SendTest kind={kind} draft={draft} isOff={isFaulty} />;
  return (
    <Section title={words.title} lead={words.lead} {...(mayTest ? { actions: test } : {})}>
      <Shown preview={preview} isFaulty={isFaulty} />
    </Section>
  );
}

function Shown({ preview, isFaulty }: Pick<PreviewCardProps, "preview" | "isFaulty">) {
  if (isFaulty)
    return (
      <Text size="sm" c="dimmed" role="status">
        {words.hasErrors}
      </Text>
    );
  if (preview.data !== undefined)
    return <Mail mail={preview.data.preview} isOld={preview.isPlaceholderData} />;
  if (preview.isError) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />;
  return <LoadingState kind="text" />;
}

function Mail({ mail, isOld }: { mail: Preview["preview"]; isOld: boolean }) {
  const { nonce } = usePanel();
  const [shown, setShown] = useState<"html" | "text">("html");
  const source = useMemo(() => framedMail(mail.html, nonce), [mail.html, nonce]);
  return (
    <Stack gap="sm" data-old={isOld || undefined}>
      <Text className={classes["subject"]}>
        <Text component="span" c="dimmed" size="sm">
          {words.subject}:{" "}
        </Text>
        {mail.subject}
      </Text>
      <SegmentedControl
        aria-label={words.kind}
        value={shown}
        onChange={(value) => setShown(value === "text" ? "text" : "html")}
        data={[
          { value: "html", label: words.html },
          { value: "text", label: words.text },
        ]}
      />
      {shown === "html" ? (
        // No script runs in it, and it reaches nothing of this page.
        <iframe className={classes["frame"]} sandbox="" title={words.frame} srcDoc={source} />
      ) : (
        <pre className={classes["plain"]}>{mail.text}</pre>
      )}
    </Stack>
  );
}

function SendTest({ kind, draft, isOff }: { kind: NotificationKind; draft: Texts; isOff: boolean }) {
  const admin = useAdminConsole();
  const { subject, body_html, body_text } = draft;
  const send = useAction({
    run: () =>
      admin.notification_templates.test({ params: { kind }, body: { subject, body_html, body_text } }),
    done: ({ test }) =>
      test.is_mailed
        ? texts.notifications.test.sent({ to: test.recipient })
        : texts.notifications.test.kept({ to: test.recipient }),
  });
  return (
    <Button variant="default" disabled={isOff} loading={send.isRunning} onClick={() => send.start()}>
      {texts.notifications.test.button}
    </Button>
  );
}
