import { Button, Group, Text } from "@mantine/core";
import { ConfirmDialog, useAdminConsole } from "@souk/ui";
import { useState } from "react";
import { texts } from "../texts.ts";
import { type Import, importsKey } from "./import-queries.ts";

type Asked = "confirm" | "cancel";

/** Show the buttons to confirm a checked import and to cancel an unfinished one. */
export function ImportActions({ record }: { record: Import }) {
  const admin = useAdminConsole();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { id, status, check, resource } = record;
  const words = texts.imports.resources[resource];
  const records = (check?.created ?? 0) + (check?.updated ?? 0);
  const counted = words.counted({ count: records });
  const isOver = status === "done" || status === "failed" || status === "cancelled";
  if (isOver) return null;
  return (
    <>
      {status === "checked" && records === 0 && <Text>{words.nothing}</Text>}
      <Group>
        {status === "checked" && records > 0 && (
          <Button onClick={() => setAsked("confirm")}>{texts.imports.confirm({ counted })}</Button>
        )}
        <Button variant="default" onClick={() => setAsked("cancel")}>
          {texts.imports.cancel}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asked === "confirm"}
        onClose={() => setAsked(null)}
        title={texts.imports.confirmAsk({ counted })}
        confirm={texts.imports.confirm({ counted })}
        done={texts.imports.confirmed}
        onConfirm={() => admin.imports.confirm({ params: { id } })}
        refresh={[importsKey]}
      >
        {words.confirmText}
      </ConfirmDialog>
      <ConfirmDialog
        danger
        opened={asked === "cancel"}
        onClose={() => setAsked(null)}
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
