import { Alert, Loader } from "@mantine/core";
import {
  EmptyState,
  formatNumber,
  isMissing,
  KeyValues,
  LinkButton,
  PageFrame,
  QueryBoundary,
  Section,
  Timestamp,
  useStore,
  useUrlState,
} from "@souk/ui";
import { IconTruckDelivery } from "@tabler/icons-react";
import { EnsureOwnDocument } from "../embedded/ensure-own-document.tsx";
import { texts } from "../texts.ts";
import { useIdFromUrl } from "../use-id-from-url.ts";
import { usePermissions } from "../use-permissions.ts";
import { FulfillByApp } from "./fulfill-by-app.tsx";
import { useAppNameLookup } from "./fulfillment-apps.ts";
import { LinkFrame } from "./link-frame.tsx";
import { NewTabLink } from "./new-tab-link.tsx";
import { RequestOrders } from "./request-orders.tsx";
import { parseBackLink } from "./request-url.ts";
import type { FulfillmentRequest } from "./show-app-message.ts";
import { useFulfillmentRequest } from "./use-fulfillment-request.ts";

const words = texts.fulfillByApp.page;

/**
 * Show a fulfillment request: the page from the app's response in a frame (FUL-2), or the message, the error or the
 * progress of the request.
 */
export function FulfillmentRequestPage() {
  const { handle } = useStore();
  const { values } = useUrlState(["back", "asked"]);
  const query = useFulfillmentRequest(useIdFromUrl());
  const request = query.data?.fulfillment_request;
  const getAppName = useAppNameLookup();
  // The URL has this value if an earlier attempt had already sent the request but timed out.
  const isReplay = values.asked === "before";
  return (
    <EnsureOwnDocument title={words.loading}>
      <PageFrame
        title={request === undefined ? words.loading : words.title({ app: getAppName(request.app_handle) })}
        actions={
          <>
            {request?.answer?.type === "link" && <NewTabLink url={request.answer.url} />}
            <LinkButton variant="default" to={parseBackLink(handle, values.back)}>
              {words.done}
            </LinkButton>
          </>
        }
        wide
      >
        {request && isReplay && (
          <Alert mb="md" icon={<IconTruckDelivery aria-hidden />}>
            {texts.fulfillByApp.earlierTimedOut({ app: getAppName(request.app_handle) })}
          </Alert>
        )}
        {isMissing(query) ? (
          <EmptyState icon={IconTruckDelivery} title={words.missing}>
            {words.missingText}
          </EmptyState>
        ) : (
          <QueryBoundary query={query}>
            {(response) => <RequestContent request={response.fulfillment_request} />}
          </QueryBoundary>
        )}
      </PageFrame>
    </EnsureOwnDocument>
  );
}

function RequestContent({ request }: { request: FulfillmentRequest }) {
  const { answer, app_handle } = request;
  const getAppName = useAppNameLookup();
  if (answer?.type === "link") return <LinkFrame appName={getAppName(app_handle)} url={answer.url} />;
  return (
    <>
      <RequestResult request={request} />
      <Section
        title={words.details}
        actions={
          request.status !== "sent" && (
            <FulfillByApp
              orderIds={request.order_ids}
              fulfillmentOrderId={request.fulfillment_order_id ?? undefined}
              isBulk={request.topic === "fulfillment/bulk"}
            />
          )
        }
      >
        <RequestDetails request={request} />
      </Section>
    </>
  );
}

function RequestResult({ request: { status, answer, error } }: { request: FulfillmentRequest }) {
  const hasAnyRight = usePermissions();
  // The API withholds a link from people who may not open it.
  const withheldText = hasAnyRight("orders.fulfill") ? words.notEnabled : words.hidden;
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
      {answer?.type === "message" ? answer.message : withheldText}
    </Alert>
  );
}

function RequestDetails({
  request: { app_handle, order_ids, created_at, duration_ms },
}: {
  request: FulfillmentRequest;
}) {
  const getAppName = useAppNameLookup();
  return (
    <KeyValues
      items={[
        [words.app, getAppName(app_handle)],
        [words.orders, <RequestOrders key="orders" ids={order_ids} />],
        [words.when, <Timestamp key="at" at={created_at} absolute />],
        ...(duration_ms === null
          ? []
          : [[words.duration, words.milliseconds({ duration: formatNumber(duration_ms) })] as const]),
      ]}
    />
  );
}
