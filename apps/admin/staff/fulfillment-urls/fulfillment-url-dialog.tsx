import { Stack, Text, Textarea, TextInput } from "@mantine/core";
import type { FulfillmentTopic } from "@souk/contract";
import { ConfirmDialog, toast, useAdminConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { texts } from "../../texts.ts";
import type { StaffAppDetail } from "../records.ts";

const words = texts.staff.fulfillment;

interface FulfillmentUrlDialogProps {
  app: StaffAppDetail;
  topic: FulfillmentTopic;
  opened: boolean;
  onClose: () => void;
}

/** Show the dialog that sets an app's fulfillment URL for a topic, or removes it if the input is empty. */
export function FulfillmentUrlDialog({ app, topic, opened, onClose }: FulfillmentUrlDialogProps) {
  const admin = useAdminConsole();
  const queryClient = useQueryClient();
  const savedUrl = app.fulfillment_urls.find((entry) => entry.topic === topic)?.url ?? "";
  const [editedText, setEditedText] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const text = editedText ?? savedUrl;
  const url = text.trim() === "" ? null : text.trim();
  // The closed dialog stays mounted, so that it can return the focus to the button. Therefore, clear its inputs here.
  const close = () => {
    setEditedText(null);
    setReason("");
    onClose();
  };
  return (
    <ConfirmDialog<unknown>
      opened={opened}
      onClose={close}
      title={words.dialogTitle({ app: app.name, topic })}
      confirm={url === null ? words.clear : words.save}
      danger={url === null}
      hasUnsavedInput={text !== savedUrl || reason !== ""}
      onConfirm={() =>
        admin.staff_apps.set_fulfillment_url({ params: { id: app.id }, body: { topic, url, reason } })
      }
      onDone={() => {
        toast.done(url === null ? words.cleared : words.saved);
        void queryClient.invalidateQueries({ queryKey: ["staff"] });
      }}
    >
      <Stack>
        <Text>{words.effect}</Text>
        <TextInput
          label={words.url}
          description={words.urlHelp}
          maxLength={2048}
          value={text}
          onChange={(event) => setEditedText(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <Textarea
          label={words.reason}
          description={words.reasonHelp}
          required
          maxLength={500}
          autosize
          minRows={2}
          maxRows={8}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
