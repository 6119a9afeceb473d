import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { ConfirmDialog, Section, toast, useAdminConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { texts } from "../../texts.ts";
import type { StaffAccountDetail } from "../records.ts";

const words = texts.staff.people.access;

type Action = "endSessions" | "sendReset";

/** Show the buttons that end a person's sessions and that email the person a link to set a new password. */
export function AccessSection({ account }: { account: StaffAccountDetail }) {
  const [openAction, setOpenAction] = useState<Action | null>(null);
  return (
    <Section title={words.title} lead={words.lead}>
      <Group>
        <Button variant="default" onClick={() => setOpenAction("sendReset")}>
          {words.sendReset.button}
        </Button>
        <Button color="red" variant="outline" onClick={() => setOpenAction("endSessions")}>
          {words.endSessions.button}
        </Button>
      </Group>
      {(["endSessions", "sendReset"] as const).map((action) => (
        <AccessDialog
          key={action}
          action={action}
          account={account}
          opened={openAction === action}
          onClose={() => setOpenAction(null)}
        />
      ))}
    </Section>
  );
}

interface AccessDialogProps {
  action: Action;
  account: StaffAccountDetail;
  opened: boolean;
  onClose: () => void;
}

function AccessDialog({ action, account, opened, onClose }: AccessDialogProps) {
  const admin = useAdminConsole();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  const { button, ask, effect, done } = words[action];
  const { id, email } = account;
  const input = { params: { id }, body: { reason } };
  const close = () => {
    setReason("");
    onClose();
  };
  return (
    <ConfirmDialog<unknown>
      opened={opened}
      onClose={close}
      title={ask({ email })}
      confirm={button}
      danger={action === "endSessions"}
      hasUnsavedInput={reason !== ""}
      onConfirm={() =>
        action === "endSessions"
          ? admin.staff_accounts.end_sessions(input)
          : admin.staff_accounts.send_password_reset(input)
      }
      onDone={() => {
        toast.done(done);
        void queryClient.invalidateQueries({ queryKey: ["staff"] });
      }}
    >
      <Stack>
        <Text>{effect}</Text>
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
          data-autofocus
        />
      </Stack>
    </ConfirmDialog>
  );
}
