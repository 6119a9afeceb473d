import { Anchor } from "@mantine/core";
import { DataTable, EmptyState, PageLink, Timestamp, useUrlState } from "@souk/ui";
import { IconShieldLock } from "@tabler/icons-react";
import { formatActor } from "../../format-actor.ts";
import { toStorePage } from "../../page-urls.ts";
import { SettingsFrame } from "../../settings/settings-frame.tsx";
import { texts } from "../../texts.ts";
import { type PrivacyRequest, usePrivacyRequests } from "./privacy-queries.ts";
import { RequestApps } from "./request-apps.tsx";

const words = texts.customersPrivacy.page;

/**
 * Show the store's privacy requests and how many apps responded to each request. The list is refreshed while responses are
 * pending.
 */
export function PrivacyRequestsPage() {
  const { page, goToPage } = useUrlState([]);
  const query = usePrivacyRequests(page);
  const { columns } = words;
  return (
    <SettingsFrame title={words.title} lead={words.lead}>
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
          {
            id: "customer",
            header: columns.customer,
            cell: (request) => <RequestCustomer request={request} />,
          },
          { id: "who", header: columns.who, cell: ({ actor }) => formatActor(actor) },
          { id: "when", header: columns.when, cell: ({ created_at }) => <Timestamp at={created_at} /> },
          {
            id: "apps",
            header: columns.apps,
            cell: (request) => (
              <RequestApps
                request={request}
                requestName={`${words.kinds[request.kind]}: ${words.customer({ id: request.customer_id })}`}
              />
            ),
          },
        ]}
      />
    </SettingsFrame>
  );
}

/** Show the customer of a request: as a link, or as plain text if the request erased the customer. */
function RequestCustomer({ request: { kind, customer_id } }: { request: PrivacyRequest }) {
  if (kind === "erase") return words.gone({ id: customer_id });
  return (
    <Anchor component={PageLink} inherit to={toStorePage("/customers/$id", { id: customer_id })}>
      {words.customer({ id: customer_id })}
    </Anchor>
  );
}
