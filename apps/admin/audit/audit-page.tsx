import { Anchor, Group, Stack, Text } from "@mantine/core";
import { defineList, operations } from "@souk/contract";
import { AppLink, DataTable, type List, ListSelect, NoRecords, Timestamp, TwoLines, useList } from "@souk/ui";
import { IconHistory } from "@tabler/icons-react";
import { actorWords } from "../actor-words.ts";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { texts } from "../texts.ts";
import { useMayManage } from "../use-may.ts";
import { type AuditEntry, useActors, useAuditEntries } from "./audit-queries.ts";
import { EntryDetail } from "./entry-detail.tsx";
import { entryLabel, entryName } from "./entry-label.ts";
import { entryPlace } from "./entry-place.ts";
import { changedFields, fieldWords } from "./value-words.ts";

const { resource: resources, action: actions } = operations.listAuditEntries.query;

const auditList = defineList(operations.listAuditEntries.query, {
  // `who` is a person or an app, each with a parameter of its own.
  filters: { resource: "resource", action: "action", who: null },
  limit: 50,
});

/** The number of fields named in a row; the window shows all. */
const namedFields = 3;

/** Show what people and apps changed. */
export function AuditPage() {
  const maySee = useMayManage();
  return (
    <SettingsFrame title={texts.audit.title} lead={texts.audit.lead}>
      {maySee ? <Log /> : <Text size="sm">{texts.audit.onlyManagers}</Text>}
    </SettingsFrame>
  );
}

/** Return the query parameter that filters by the selected actor. */
function actorQuery(who: string): { account_id?: number; app?: string } {
  const [kind, id = ""] = who.split(":");
  if (kind === "account") return { account_id: Number(id) };
  return kind === "app" ? { app: id } : {};
}

function Log() {
  const list = useList(auditList);
  const query = useAuditEntries({ ...list.query, ...actorQuery(list.filters.who) });
  const { columns } = texts.audit;
  return (
    <Stack>
      <Filters list={list} />
      <DataTable
        label={texts.audit.title}
        query={query}
        rows={({ audit_entries }) => audit_entries}
        getKey={({ id }) => id}
        onPage={list.goToPage}
        empty={
          <NoRecords
            isNarrowed={list.isNarrowed}
            onShowAll={list.clearFilters}
            icon={IconHistory}
            words={texts.audit}
          />
        }
        columns={[
          { id: "at", header: columns.at, cell: ({ created_at }) => <Timestamp at={created_at} /> },
          { id: "who", header: columns.who, cell: ({ actor }) => actorWords(actor) },
          {
            id: "what",
            header: columns.what,
            cell: (entry) => (
              <TwoLines
                first={<Subject entry={entry} />}
                second={`${texts.audit.resources[entry.resource]} · ${texts.audit.actions[entry.action]}`}
              />
            ),
          },
          { id: "changes", header: columns.changes, cell: (entry) => <Changes entry={entry} /> },
        ]}
      />
    </Stack>
  );
}

function Filters({ list }: { list: List<typeof auditList> }) {
  const { filters } = texts.audit;
  return (
    <Group align="flex-end">
      <ListSelect {...filters.who} list={list} name="who" choices={useActors()} />
      <ListSelect
        {...filters.resource}
        list={list}
        name="resource"
        choices={resources.of.map((value) => ({ value, label: texts.audit.resources[value] }))}
      />
      <ListSelect
        {...filters.action}
        list={list}
        name="action"
        choices={actions.of.map((value) => ({ value, label: texts.audit.actions[value] }))}
      />
    </Group>
  );
}

/** Show the record of an entry, with a link to its page if there is one. */
function Subject({ entry }: { entry: AuditEntry }) {
  const place = entryPlace(entry);
  const name = entryName(entry);
  if (place === null) return name;
  return (
    <Anchor component={AppLink} to={place} inherit>
      {name}
    </Anchor>
  );
}

function Changes({ entry }: { entry: AuditEntry }) {
  const names = changedFields(entry).map(({ name }) => fieldWords(name));
  const rest = names.length - namedFields;
  const words = names.slice(0, namedFields).join(", ");
  return (
    <Group gap="sm" justify="space-between" wrap="nowrap">
      <Text size="sm" title={entryLabel(entry)}>
        {rest > 0 ? `${words}, ${texts.audit.more({ count: rest })}` : words}
      </Text>
      <EntryDetail entry={entry} />
    </Group>
  );
}
