import { Anchor, Text } from "@mantine/core";
import { joinPagePath } from "@souk/contract";
import { ErrorState, Section, StatusBadge, type Tone, useAdminConsole, useStore } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { useAppNames } from "../fulfill-by-app/fulfillment-apps.ts";
import { requestAddress } from "../fulfill-by-app/request-address.ts";
import type { FulfillmentRequest } from "../fulfill-by-app/show-message.ts";
import type { Order } from "../orders/order-queries.ts";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { useMay } from "../use-may.ts";
import { Record, Records } from "./record.tsx";

/** The number of latest requests shown: an app's answer is usually read soon. */
const shown = 5;

const tones: { readonly [S in FulfillmentRequest["status"]]: Tone } = {
  sent: "info",
  linked: "good",
  messaged: "neutral",
  failed: "danger",
};

/** Return whether the app answered with a page of its own. */
const isPage = ({ answer }: FulfillmentRequest) => answer?.type === "link";

/**
 * Show the answers of the apps that this order was sent to, with the link to reopen each page. Renders
 * nothing if it was never sent to one.
 */
export function OrderRequests({ order: { id } }: { order: Order }) {
  const admin = useAdminConsole();
  const { handle } = useStore();
  const getAppName = useAppNames();
  const query = { order_ids: [id], sort: "id.desc", limit: shown } as const;
  const { data, error, refetch } = useQuery({
    queryKey: ["fulfillment_requests", query],
    queryFn: ({ signal }) => admin.fulfillment_requests.list({ query, signal }),
    enabled: useMay()("read_fulfillments"),
  });
  const requests = data?.fulfillment_requests ?? [];
  const { requests: words } = texts.order;
  if (data === undefined && error !== null)
    return (
      <Section title={words.title}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Section>
    );
  if (requests.length === 0) return null;
  return (
    <Section title={words.title}>
      <Records>
        {requests.map((request) => (
          <Record
            key={request.id}
            title={getAppName(request.app_handle)}
            badge={<StatusBadge tone={tones[request.status]}>{words.statuses[request.status]}</StatusBadge>}
            at={request.created_at}
            lines={[getResponseText(request)]}
          >
            {/* A full load: the policy of this document frames nothing. */}
            <Anchor
              href={requestAddress(
                handle,
                request.id,
                joinPagePath(`/${handle}`, toStorePage("/orders/$id", { id })),
              )}
              aria-label={(isPage(request) ? words.openLabel : words.showLabel)({
                app: getAppName(request.app_handle),
                id: request.id,
              })}
              size="sm"
              py={3}
            >
              {isPage(request) ? words.open : words.show}
            </Anchor>
          </Record>
        ))}
      </Records>
      {(data?.total_count ?? 0) > shown && (
        <Text size="sm" c="dimmed">
          {words.latest({ count: shown })}
        </Text>
      )}
    </Section>
  );
}

function getResponseText({ answer, error }: FulfillmentRequest): string {
  return error ?? (answer?.type === "message" ? answer.message : "");
}
