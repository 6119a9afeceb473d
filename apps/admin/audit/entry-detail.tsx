import { Button, Stack, Table, Text } from "@mantine/core";
import { CopyField, Dialog, LongText } from "@souk/ui";
import { useState } from "react";
import { texts } from "../texts.ts";
import type { AuditEntry } from "./audit-queries.ts";
import { getEntryLabel } from "./entry-label.ts";
import { formatFieldName, formatValue, listChangedFields } from "./format-entry.ts";

/** Show the button that opens a dialog with an entry's changes and request id. */
export function EntryDetail({ entry }: { entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false);
  const label = getEntryLabel(entry);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        flex="none"
        aria-label={texts.audit.showLabel({ label })}
        onClick={() => setOpen(true)}
      >
        {texts.audit.show}
      </Button>
      <Dialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={texts.audit.changesLabel({ label })}
        size="lg"
      >
        <Stack>
          <ChangesTable entry={entry} />
          <CopyField label={texts.audit.detail.request} value={entry.request_id} />
        </Stack>
      </Dialog>
    </>
  );
}

function ChangesTable({ entry }: { entry: AuditEntry }) {
  const { detail } = texts.audit;
  const { action } = entry;
  return (
    <Table verticalSpacing="xs" aria-label={texts.audit.changesLabel({ label: getEntryLabel(entry) })}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{detail.field}</Table.Th>
          {action !== "create" && <Table.Th scope="col">{detail.before}</Table.Th>}
          {action !== "delete" && <Table.Th scope="col">{detail.after}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {listChangedFields(entry).map(({ name, before, after }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{formatFieldName(name)}</Table.Th>
            {action !== "create" && <Value value={before} />}
            {action !== "delete" && <Value value={after} />}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Value({ value }: { value: unknown }) {
  const text = formatValue(value);
  return (
    <Table.Td maw={320} style={{ overflowWrap: "anywhere" }}>
      {text === texts.audit.emptyValue ? <Text c="dimmed">{text}</Text> : <LongText text={text} />}
    </Table.Td>
  );
}
