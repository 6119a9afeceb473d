import { Button, Group, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { Dialog } from "../action/dialog.tsx";
import { texts } from "../texts.ts";

/** Ask for confirmation before the person leaves a page with unsaved changes or closes the browser window. */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker({ shouldBlockFn: isDirty, enableBeforeUnload: isDirty, withResolver: true });
  const stay = () => blocker.reset?.();
  return (
    <Dialog opened={blocker.status === "blocked"} onClose={stay} title={texts.form.leaveTitle}>
      <Text>{texts.form.leaveText}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          {texts.form.leave}
        </Button>
        <Button onClick={stay} data-autofocus>
          {texts.form.stay}
        </Button>
      </Group>
    </Dialog>
  );
}
