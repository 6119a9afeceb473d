import { Button, Group, Text } from "@mantine/core";
import { ConfirmDialog, formatNumber, useAdminConsole } from "@souk/ui";
import { useState } from "react";
import { type Import, importsKey } from "./import-queries.ts";
import { strings } from "./strings.ts";

type Asked = "confirm" | "cancel";

/** Confirming a checked import, and cancelling one that is not over. */
export function ImportActions({ record }: { record: Import }) {
  const admin = useAdminConsole();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { id, status, check } = record;
  const products = (check?.created ?? 0) + (check?.updated ?? 0);
  const count = formatNumber(products);
  const isOver = status === "done" || status === "failed" || status === "cancelled";
  if (isOver) return null;
  return (
    <>
      {status === "checked" && products === 0 && <Text>{strings.nothing}</Text>}
      <Group>
        {status === "checked" && products > 0 && (
          <Button onClick={() => setAsked("confirm")}>{strings.confirm(count, products === 1)}</Button>
        )}
        <Button variant="default" onClick={() => setAsked("cancel")}>
          {strings.cancel}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asked === "confirm"}
        onClose={() => setAsked(null)}
        title={strings.confirmAsk(count, products === 1)}
        confirm={strings.confirm(count, products === 1)}
        done={strings.confirmed}
        onConfirm={() => admin.imports.confirm({ params: { id } })}
        refresh={[importsKey]}
      >
        {strings.confirmText}
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
