import { Alert, Loader } from "@mantine/core";
import {
  Answered,
  EmptyState,
  formatNumber,
  isMissing,
  KeyValues,
  LinkButton,
  PageFrame,
  Section,
  Timestamp,
  usePlace,
  useStore,
} from "@souk/ui";
import { IconTruckDelivery } from "@tabler/icons-react";
import { InOwnDocument } from "../embedded/in-own-document.tsx";
import { useIdInAddress } from "../id-in-address.ts";
import { texts } from "../texts.ts";
import { useMay } from "../use-may.ts";
import { FulfillByApp } from "./fulfill-by-app.tsx";
import { useAppNames } from "./fulfillment-apps.ts";
import { LinkFrame } from "./link-frame.tsx";
import { LinkTab } from "./link-tab.tsx";
import { backFrom } from "./request-address.ts";
import { RequestOrders } from "./request-orders.tsx";
import type { FulfillmentRequest } from "./show-message.ts";
import { useRequest } from "./use-request.ts";

const words = texts.fulfillByApp.page;

/** Show one Fulfill action: the app's page in a frame (FUL-2), or another result. */
export function FulfillmentRequestPage() {
  const { handle } = useStore();
  const { at } = usePlace(["back", "asked"]);
  const query = useRequest(useIdInAddress());
  const request = query.data?.fulfillment_request;
  const getAppName = useAppNames();
  return (
    <InOwnDocument title={words.loading}>
      <PageFrame
        title={request === undefined ? words.loading : words.title({ app: getAppName(request.app_handle) })}
        actions={
          <>
            {request?.answer?.type === "link" && <LinkTab url={request.answer.url} />}
            <LinkButton variant="default" to={backFrom(handle, at.back)}>
              {words.done}
            </LinkButton>
          </>
        }
        wide
      >
        {request && at.asked === "before" && (
          <Alert mb="md" icon={<IconTruckDelivery aria-hidden />}>
            {texts.fulfillByApp.earlierTimedOut({ app: getAppName(request.app_handle) })}
          </Alert>
        )}
        {isMissing(query) ? (
          <EmptyState icon={IconTruckDelivery} title={words.missing}>
            {words.missingText}
          </EmptyState>
        ) : (
          <Answered query={query}>{(answer) => <OneRequest request={answer.fulfillment_request} />}</Answered>
        )}
      </PageFrame>
    </InOwnDocument>
  );
}

function OneRequest({ request }: { request: FulfillmentRequest }) {
  const { answer, app_handle } = request;
  const getAppName = useAppNames();
  if (answer?.type === "link") return <LinkFrame app={getAppName(app_handle)} url={answer.url} />;
  return (
    <>
      <Outcome request={request} />
      <Section
        title={words.details}
        actions={
          request.status !== "sent" && (
            <FulfillByApp
              orderIds={request.order_ids}
              fulfillmentOrderId={request.fulfillment_order_id ?? undefined}
              together={request.topic === "fulfillment/bulk"}
            />
          )
        }
      >
        <Facts request={request} />
      </Section>
    </>
  );
}

function Outcome({ request: { status, answer, error } }: { request: FulfillmentRequest }) {
  const may = useMay();
  const withheld = may("write_orders") && may("write_fulfillments") ? words.notEnabled : words.hidden;
  if (status === "sent")
    return (
      <Alert role="status" title={words.sent} icon={<Loader size="xs" aria-hidden />}>
        {words.waiting}
      </Alert>
    );
  if (error !== null)
    return (
      <Alert role="note" color="red" title={words.failed}>
        {error}
      </Alert>
    );
  return (
    <Alert role="note" title={words.messaged}>
      {answer?.type === "message" ? answer.message : withheld}
    </Alert>
  );
}

function Facts({
  request: { app_handle, order_ids, created_at, duration_ms },
}: {
  request: FulfillmentRequest;
}) {
  const getAppName = useAppNames();
  return (
    <KeyValues
      items={[
        [words.app, getAppName(app_handle)],
        [words.orders, <RequestOrders key="orders" ids={order_ids} />],
        [words.when, <Timestamp key="at" at={created_at} absolute />],
        ...(duration_ms === null
          ? []
          : [[words.duration, words.milliseconds({ figure: formatNumber(duration_ms) })] as const]),
      ]}
    />
  );
}
