import { Stack, Text, Textarea } from "@mantine/core";
import { ConfirmDialog, toast, useAdminConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { texts } from "../../texts.ts";
import type { Target } from "./target.ts";

const words = texts.staff.suspension;

interface SuspensionDialogProps {
  opened: boolean;
  onClose: () => void;
  target: Target;
}

/**
 * Show the dialog that suspends a record, or lifts its suspension, with an explanation of the effect and an input for the
 * reason.
 */
export function SuspensionDialog({ opened, onClose, target }: SuspensionDialogProps) {
  const admin = useAdminConsole();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  const { kind, id, name, textToType, suspended } = target;
  const isSuspending = suspended === null;
  const operationGroup = { partner: admin.staff_partners, app: admin.staff_apps, store: admin.staff_stores }[
    kind
  ];
  const input = { params: { id }, body: { reason } };
  const close = () => {
    setReason("");
    onClose();
  };
  return (
    <ConfirmDialog<unknown>
      opened={opened}
      onClose={close}
      title={isSuspending ? words.suspendTitle({ name }) : words.liftTitle({ name })}
      confirm={isSuspending ? words.suspend : words.lift}
      hasUnsavedInput={reason !== ""}
      onConfirm={() => (isSuspending ? operationGroup.suspend(input) : operationGroup.lift(input))}
      onDone={() => {
        toast.done(isSuspending ? words.suspended({ name }) : words.lifted({ name }));
        void queryClient.invalidateQueries({ queryKey: ["staff"] });
      }}
      {...(isSuspending ? { danger: true, textToType } : {})}
    >
      <Stack>
        <Text>{isSuspending ? words.effects[kind] : words.liftEffects[kind]}</Text>
        <Textarea
          label={words.reason}
          description={isSuspending ? words.reasonHelp : words.liftHelp}
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
