import { Button, Group, Text } from "@mantine/core";
import { ConfirmDialog, formatNumber, useAdminConsole } from "@souk/ui";
import { useState } from "react";
import { type Import, importsKey } from "./import-queries.ts";
import { resourceWords } from "./resource-words.ts";
import { strings } from "./strings.ts";

type Asked = "confirm" | "cancel";

/** Confirming a checked import, and cancelling one that is not over. */
export function ImportActions({ record }: { record: Import }) {
  const admin = useAdminConsole();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { id, status, check, resource } = record;
  const words = resourceWords[resource];
  const records = (check?.created ?? 0) + (check?.updated ?? 0);
  const counted = words.counted(formatNumber(records), records === 1);
  const isOver = status === "done" || status === "failed" || status === "cancelled";
  if (isOver) return null;
  return (
    <>
      {status === "checked" && records === 0 && <Text>{words.nothing}</Text>}
      <Group>
        {status === "checked" && records > 0 && (
          <Button onClick={() => setAsked("confirm")}>{strings.confirm(counted)}</Button>
        )}
        <Button variant="default" onClick={() => setAsked("cancel")}>
          {strings.cancel}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asked === "confirm"}
        onClose={() => setAsked(null)}
        title={strings.confirmAsk(counted)}
        confirm={strings.confirm(counted)}
        done={strings.confirmed}
        onConfirm={() => admin.imports.confirm({ params: { id } })}
        refresh={[importsKey]}
      >
        {words.confirmText}
      </ConfirmDialog>
      <ConfirmDialog
        danger
        opened={asked === "cancel"}
        onClose={() => setAsked(null)}
        title={strings.cancelAsk}
        confirm={strings.cancel}
        done={strings.cancelled}
        onConfirm={() => admin.imports.cancel({ params: { id } })}
        refresh={[importsKey]}
      >
        {strings.cancelText}
      </ConfirmDialog>
    </>
  );
}
