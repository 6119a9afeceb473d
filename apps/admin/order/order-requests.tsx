import { Anchor, Text } from "@mantine/core";
import { ErrorState, Section, StatusBadge, type Tone, useAdminConsole, useStore } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { useAppNames } from "../fulfil-by-app/fulfillment-apps.ts";
import { requestAddress } from "../fulfil-by-app/request-address.ts";
import type { FulfillmentRequest } from "../fulfil-by-app/show-message.ts";
import type { Order } from "../orders/order-queries.ts";
import { useMay } from "../use-may.ts";
import { Record, Records } from "./record.tsx";
import { strings } from "./strings.ts";

/** The latest are shown: what an app answered is looked at soon after. */
const shown = 5;

const tones: { readonly [S in FulfillmentRequest["status"]]: Tone } = {
  sent: "info",
  linked: "good",
  messaged: "neutral",
  failed: "danger",
};

/** What apps answered when this order was handed to them, and the way back to the link of one. Nothing where it never was. */
export function OrderRequests({ order: { id } }: { order: Order }) {
  const admin = useAdminConsole();
  const { handle } = useStore();
  const nameOf = useAppNames();
  const query = { order_ids: [id], sort: "id.desc", limit: shown } as const;
  const { data, error, refetch } = useQuery({
    queryKey: ["fulfillment_requests", query],
    queryFn: ({ signal }) => admin.fulfillment_requests.list({ query, signal }),
    enabled: useMay()("read_fulfillments"),
  });
  const requests = data?.fulfillment_requests ?? [];
  const { requests: words } = strings;
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
            title={nameOf(request.app_handle)}
            badge={<StatusBadge tone={tones[request.status]}>{words.statuses[request.status]}</StatusBadge>}
            at={request.created_at}
            lines={[saidOf(request)]}
          >
            {/* A full load: the policy of this document frames nothing. */}
            <Anchor
              href={requestAddress(handle, request.id, `/${handle}/orders/${id}`)}
              aria-label={words.showOf(nameOf(request.app_handle), request.id)}
              size="sm"
              py={3}
            >
              {request.answer?.type === "link" ? words.open : words.show}
            </Anchor>
          </Record>
        ))}
      </Records>
      {(data?.total_count ?? 0) > shown && (
        <Text size="sm" c="dimmed">
          {words.latest(shown)}
        </Text>
      )}
    </Section>
  );
}

function saidOf({ answer, error }: FulfillmentRequest): string {
  return error ?? (answer?.type === "message" ? answer.message : "");
}
