import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { defineList, operations } from "@souk/contract";
import {
  DataTable,
  EmptyState,
  type List,
  ListSelect,
  NoRecords,
  PageLink,
  Timestamp,
  TwoLines,
  useList,
} from "@souk/ui";
import { IconHistory } from "@tabler/icons-react";
import { formatActor } from "../format-actor.ts";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { texts } from "../texts.ts";
import { type AuditEntry, useActorChoices, useAuditEntries } from "./audit-queries.ts";
import { EntryDetail } from "./entry-detail.tsx";
import { getEntryLabel, getRecordName } from "./entry-label.ts";
import { findEntryPage } from "./entry-page.ts";
import { formatFieldName, listChangedFields } from "./format-entry.ts";

const auditParameters = operations.listAuditEntries.query;

const auditList = defineList(auditParameters, {
  // The API has separate parameters for a person and an app, so the page itself converts `who` to one of them.
  // A link in the security log sets the filter `request`.
  filters: { resource: "resource", action: "action", request: "request_id", who: null },
  limit: 50,
});

/** The maximum number of changed fields that the table lists for an entry. The entry's dialog shows all of them. */
const maxListedFields = 3;

/** Show the audit log, which lists what people and apps changed. */
export function AuditPage() {
  return (
    <SettingsFrame title={texts.audit.title} lead={texts.audit.lead}>
      <AuditLog />
    </SettingsFrame>
  );
}

/**
 * Build the API parameter that filters by the selected actor.
 * @param who `account:4`, `app:sync` or an empty text
 */
function buildActorQuery(who: string): { account_id?: number; app?: string } {
  const [kind, id = ""] = who.split(":");
  if (kind === "account") return { account_id: Number(id) };
  return kind === "app" ? { app: id } : {};
}

function AuditLog() {
  const list = useList(auditList);
  const query = useAuditEntries({ ...list.query, ...buildActorQuery(list.filters.who) });
  const { columns } = texts.audit;
  return (
    <Stack>
      <Filters list={list} />
      {list.filters.request !== "" && <RequestFilterNote onShowAll={list.clearFilters} />}
      <DataTable
        label={texts.audit.title}
        query={query}
        rows={({ audit_entries }) => audit_entries}
        getKey={({ id }) => id}
        onPage={list.goToPage}
        empty={<NoEntries list={list} />}
        columns={[
          { id: "at", header: columns.at, cell: ({ created_at }) => <Timestamp at={created_at} /> },
          { id: "who", header: columns.who, cell: ({ actor }) => formatActor(actor) },
          {
            id: "what",
            header: columns.what,
            cell: (entry) => (
              <TwoLines
                first={<RecordLink entry={entry} />}
                second={`${texts.audit.resources[entry.resource]} · ${texts.audit.actions[entry.action]}`}
              />
            ),
          },
          { id: "changes", header: columns.changes, cell: (entry) => <ChangedFields entry={entry} /> },
        ]}
      />
    </Stack>
  );
}

/** Tell the user that the list is filtered by a link in the security log. None of the filter inputs shows this. */
function RequestFilterNote({ onShowAll }: { onShowAll: () => void }) {
  return (
    <Group gap="sm">
      <Text size="sm">{texts.audit.requestFilter.text}</Text>
      <Button variant="default" size="xs" onClick={onShowAll}>
        {texts.audit.requestFilter.all}
      </Button>
    </Group>
  );
}

function NoEntries({ list }: { list: List<typeof auditList> }) {
  if (list.filters.request !== "")
    return (
      <EmptyState icon={IconHistory} title={texts.audit.none.title}>
        {texts.audit.requestFilter.none}
      </EmptyState>
    );
  return (
    <NoRecords
      isFiltered={list.isFiltered}
      onShowAll={list.clearFilters}
      icon={IconHistory}
      words={texts.audit}
    />
  );
}

function Filters({ list }: { list: List<typeof auditList> }) {
  const filterWords = texts.audit.filters;
  return (
    <Group align="flex-end">
      <ListSelect {...filterWords.who} list={list} name="who" choices={useActorChoices()} />
      <ListSelect
        {...filterWords.resource}
        list={list}
        name="resource"
        choices={auditParameters.resource.of.map((value) => ({ value, label: texts.audit.resources[value] }))}
      />
      <ListSelect
        {...filterWords.action}
        list={list}
        name="action"
        choices={auditParameters.action.of.map((value) => ({ value, label: texts.audit.actions[value] }))}
      />
    </Group>
  );
}

/** Show the name of an entry's record, as a link if a page shows the record. */
function RecordLink({ entry }: { entry: AuditEntry }) {
  const page = findEntryPage(entry);
  const name = getRecordName(entry);
  if (page === null) return name;
  return (
    <Anchor component={PageLink} to={page} inherit>
      {name}
    </Anchor>
  );
}

function ChangedFields({ entry }: { entry: AuditEntry }) {
  const names = listChangedFields(entry).map(({ name }) => formatFieldName(name));
  const unlistedCount = names.length - maxListedFields;
  const listedNames = names.slice(0, maxListedFields).join(", ");
  return (
    <Group gap="sm" justify="space-between" wrap="nowrap">
      <Text size="sm" title={getEntryLabel(entry)}>
        {unlistedCount > 0 ? `${listedNames}, ${texts.audit.more({ count: unlistedCount })}` : listedNames}
      </Text>
      <EntryDetail entry={entry} />
    </Group>
  );
}
