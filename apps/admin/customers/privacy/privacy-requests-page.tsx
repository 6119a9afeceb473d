import { Anchor, Text } from "@mantine/core";
import { AppLink, DataTable, EmptyState, Timestamp, usePlace } from "@souk/ui";
import { IconShieldLock } from "@tabler/icons-react";
import { actorWords } from "../../actor-words.ts";
import { toStorePage } from "../../page-addresses.ts";
import { SettingsFrame } from "../../settings/settings-frame.tsx";
import { texts } from "../../texts.ts";
import { useMayManage } from "../../use-may.ts";
import { type PrivacyRequest, usePrivacyRequests } from "./privacy-queries.ts";
import { RequestApps } from "./request-apps.tsx";

const { page: words } = texts.customersPrivacy;

/** Show customers' privacy requests, each with its notified apps, refreshed while an app's response is pending. */
export function PrivacyRequestsPage() {
  const maySee = useMayManage();
  const { page, goToPage } = usePlace([]);
  const query = usePrivacyRequests(page, maySee);
  const { columns } = words;
  return (
    <SettingsFrame title={words.title} lead={words.lead}>
      {maySee ? (
        <DataTable
          label={words.table}
          query={query}
          rows={({ privacy_requests }) => privacy_requests}
          getKey={({ id }) => id}
          onPage={goToPage}
          empty={
            <EmptyState icon={IconShieldLock} title={words.none.title}>
              {words.none.text}
            </EmptyState>
          }
          columns={[
            { id: "kind", header: columns.kind, cell: ({ kind }) => words.kinds[kind] },
            { id: "customer", header: columns.customer, cell: (request) => <Whose request={request} /> },
            { id: "who", header: columns.who, cell: ({ actor }) => actorWords(actor) },
            { id: "when", header: columns.when, cell: ({ created_at }) => <Timestamp at={created_at} /> },
            {
              id: "apps",
              header: columns.apps,
              cell: (request) => (
                <RequestApps
                  request={request}
                  name={`${words.kinds[request.kind]}: ${words.customer({ id: request.customer_id })}`}
                />
              ),
            },
          ]}
        />
      ) : (
        <Text size="sm">{words.onlyManagers}</Text>
      )}
    </SettingsFrame>
  );
}

function Whose({ request: { kind, customer_id } }: { request: PrivacyRequest }) {
  if (kind === "erase") return words.gone({ id: customer_id });
  return (
    <Anchor component={AppLink} inherit to={toStorePage("/customers/$id", { id: customer_id })}>
      {words.customer({ id: customer_id })}
    </Anchor>
  );
}
