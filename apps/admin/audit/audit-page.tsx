import { Anchor, Group, Stack, Text } from "@mantine/core";
import { operations } from "@souk/contract";
import {
  AppLink,
  DataTable,
  FilterSelect,
  NoRecords,
  Timestamp,
  TwoLines,
  usePlace,
  useStore,
} from "@souk/ui";
import { IconHistory } from "@tabler/icons-react";
import { actorWords } from "../actor-words.ts";
import { useMayManage } from "../apps/use-may-manage.ts";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { type AuditEntry, useActors, useAuditEntries } from "./audit-queries.ts";
import { EntryDetail } from "./entry-detail.tsx";
import { entryLabel, entryName } from "./entry-label.ts";
import { entryPlace } from "./entry-place.ts";
import { strings } from "./strings.ts";
import { changedFields, fieldWords } from "./value-words.ts";

const { resource: resources, action: actions } = operations.listAuditEntries.query;
/** So many fields are named in a row; the window shows all. */
const namedFields = 3;

/** What people and apps changed. */
export function AuditPage() {
  const maySee = useMayManage();
  return (
    <SettingsFrame title={strings.title} lead={strings.lead}>
      {maySee ? <Log /> : <Text size="sm">{strings.onlyManagers}</Text>}
    </SettingsFrame>
  );
}

/** A choice's value as the query parameter that it narrows by. */
function actorQuery(who: string): { account_id?: number; app?: string } {
  const [kind, id = ""] = who.split(":");
  if (kind === "account") return { account_id: Number(id) };
  return kind === "app" ? { app: id } : {};
}

function Log() {
  const { page, at, go } = usePlace(["resource", "action", "who"]);
  const query = useAuditEntries({
    page,
    ...actorQuery(at.who),
    ...one("resource", resources.of, at.resource),
    ...one("action", actions.of, at.action),
  });
  const { columns } = strings;
  return (
    <Stack>
      <Filters />
      <DataTable
        label={strings.title}
        query={query}
        rows={({ audit_entries }) => audit_entries}
        keyOf={({ id }) => id}
        onPage={(next, how) => go({ page: next }, how)}
        empty={
          <NoRecords
            isNarrowed={at.resource !== "" || at.action !== "" || at.who !== ""}
            onShowAll={() => go({ resource: "", action: "", who: "" })}
            icon={IconHistory}
            words={strings}
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
                second={`${strings.resources[entry.resource]} · ${strings.actions[entry.action]}`}
              />
            ),
          },
          { id: "changes", header: columns.changes, cell: (entry) => <Changes entry={entry} /> },
        ]}
      />
    </Stack>
  );
}

/** A value of the address that the list knows; others are left out. */
function one<N extends string, T extends string>(name: N, known: readonly T[], value: string) {
  const found = known.find((each) => each === value);
  return (found === undefined ? {} : { [name]: found }) as { [K in N]?: T };
}

function Filters() {
  const { at, go } = usePlace(["resource", "action", "who"]);
  const { filters } = strings;
  return (
    <Group align="flex-end">
      <FilterSelect {...filters.who} value={at.who} choices={useActors()} onChange={(who) => go({ who })} />
      <FilterSelect
        {...filters.resource}
        value={at.resource}
        choices={resources.of.map((value) => ({ value, label: strings.resources[value] }))}
        onChange={(resource) => go({ resource })}
      />
      <FilterSelect
        {...filters.action}
        value={at.action}
        choices={actions.of.map((value) => ({ value, label: strings.actions[value] }))}
        onChange={(action) => go({ action })}
      />
    </Group>
  );
}

/** What an entry is about, which leads to its page where there is one. */
function Subject({ entry }: { entry: AuditEntry }) {
  const { handle } = useStore();
  const place = entryPlace(entry);
  const name = entryName(entry);
  if (place === null) return name;
  return (
    <Anchor component={AppLink} to={`/${handle}/${place}`} inherit>
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
        {rest > 0 ? `${words}, ${strings.more(rest)}` : words}
      </Text>
      <EntryDetail entry={entry} />
    </Group>
  );
}
