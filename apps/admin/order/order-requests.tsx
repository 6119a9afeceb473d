import { Anchor, Text } from "@mantine/core";
import { joinPagePath } from "@souk/contract";
import { ErrorState, Section, StatusBadge, type Tone, useAdminConsole, useStore } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { useAppNameLookup } from "../fulfill-by-app/fulfillment-apps.ts";
import { buildRequestUrl } from "../fulfill-by-app/request-url.ts";
import type { FulfillmentRequest } from "../fulfill-by-app/show-app-message.ts";
import type { Order } from "../orders/order-queries.ts";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import { OrderRecord, OrderRecords } from "./order-record.tsx";

/**
 * The maximum number of requests shown. The latest ones suffice, because people usually read an app's response soon after
 * they sent the request.
 */
const maxRequests = 5;

const tones: { readonly [S in FulfillmentRequest["status"]]: Tone } = {
  sent: "info",
  linked: "good",
  messaged: "neutral",
  failed: "danger",
};

/** Return whether the app responded with a link to a page. */
const hasPageLink = ({ answer }: FulfillmentRequest) => answer?.type === "link";

/**
 * Show the latest fulfillment requests of an order with the apps' responses and a link to each request's page. Show nothing
 * if the order was never sent to an app.
 */
export function OrderRequests({ order: { id } }: { order: Order }) {
  const admin = useAdminConsole();
  const { handle } = useStore();
  const getAppName = useAppNameLookup();
  const query = { order_ids: [id], sort: "id.desc", limit: maxRequests } as const;
  const { data, error, refetch } = useQuery({
    queryKey: ["fulfillment_requests", query],
    queryFn: ({ signal }) => admin.fulfillment_requests.list({ query, signal }),
    enabled: usePermissions()("orders.view"),
  });
  const requests = data?.fulfillment_requests ?? [];
  const words = texts.order.requests;
  if (data === undefined && error !== null)
    return (
      <Section title={words.title}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Section>
    );
  if (requests.length === 0) return null;
  return (
    <Section title={words.title}>
      <OrderRecords>
        {requests.map((request) => {
          const linkText = hasPageLink(request) ? words.open : words.show;
          const formatLinkLabel = hasPageLink(request) ? words.openLabel : words.showLabel;
          return (
            <OrderRecord
              key={request.id}
              title={getAppName(request.app_handle)}
              badge={<StatusBadge tone={tones[request.status]}>{words.statuses[request.status]}</StatusBadge>}
              at={request.created_at}
              lines={[getResponseText(request)]}
            >
              {/* A plain link loads a new document, because this document's security policy forbids the frame of that page. */}
              <Anchor
                href={buildRequestUrl(
                  handle,
                  request.id,
                  joinPagePath(`/${handle}`, toStorePage("/orders/$id", { id })),
                )}
                aria-label={formatLinkLabel({ app: getAppName(request.app_handle), id: request.id })}
                size="sm"
                py={3}
              >
                {linkText}
              </Anchor>
            </OrderRecord>
          );
        })}
      </OrderRecords>
      {(data?.total_count ?? 0) > maxRequests && (
        <Text size="sm" c="dimmed">
          {words.latest({ count: maxRequests })}
        </Text>
      )}
    </Section>
  );
}

function getResponseText({ answer, error }: FulfillmentRequest): string {
  return error ?? (answer?.type === "message" ? answer.message : "");
}
