import { Button, Group, Text } from "@mantine/core";
import { ConfirmDialog, useAdminConsole } from "@souk/ui";
import { useState } from "react";
import { texts } from "../texts.ts";
import { type Import, importsKey } from "./import-queries.ts";

type OpenDialog = "confirm" | "cancel";

/** Show the buttons that confirm a checked import and cancel an unfinished one. */
export function ImportActions({ record }: { record: Import }) {
  const admin = useAdminConsole();
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const { id, status, check, resource } = record;
  const words = texts.imports.resources[resource];
  const changeCount = (check?.created ?? 0) + (check?.updated ?? 0);
  const recordsText = words.recordCount({ count: changeCount });
  const isFinished = status === "done" || status === "failed" || status === "cancelled";
  if (isFinished) return null;
  return (
    <>
      {status === "checked" && changeCount === 0 && <Text>{words.nothing}</Text>}
      <Group>
        {status === "checked" && changeCount > 0 && (
          <Button onClick={() => setOpenDialog("confirm")}>
            {texts.imports.confirm({ records: recordsText })}
          </Button>
        )}
        <Button variant="default" onClick={() => setOpenDialog("cancel")}>
          {texts.imports.cancel}
        </Button>
      </Group>
      <ConfirmDialog
        opened={openDialog === "confirm"}
        onClose={() => setOpenDialog(null)}
        title={texts.imports.confirmAsk({ records: recordsText })}
        confirm={texts.imports.confirm({ records: recordsText })}
        done={texts.imports.confirmed}
        onConfirm={() => admin.imports.confirm({ params: { id } })}
        refresh={[importsKey]}
      >
        {words.confirmText}
      </ConfirmDialog>
      <ConfirmDialog
        danger
        opened={openDialog === "cancel"}
        onClose={() => setOpenDialog(null)}
        title={texts.imports.cancelAsk}
        confirm={texts.imports.cancel}
        cancel={texts.imports.keep}
        done={texts.imports.cancelled}
        onConfirm={() => admin.imports.cancel({ params: { id } })}
        refresh={[importsKey]}
      >
        {texts.imports.cancelText}
      </ConfirmDialog>
    </>
  );
}
