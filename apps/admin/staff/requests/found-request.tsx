import { Anchor } from "@mantine/core";
import { EmptyState, KeyValues, LongText, PageLink, Section, StatusBadge, Timestamp } from "@souk/ui";
import { IconFileSearch } from "@tabler/icons-react";
import { texts } from "../../texts.ts";
import { getTargetPage, type StaffRequest } from "../records.ts";
import { describeActor } from "./describe-actor.ts";
import classes from "./found-request.module.css";
import { ChangesSection, EventsSection, StockSection } from "./request-records.tsx";

const words = texts.staff.requests;

/** Show what is stored about a request. */
export function FoundRequest({ request }: { request: StaffRequest }) {
  const { failure, changes, stock_changes, events } = request;
  if (failure === null && changes.length + stock_changes.length + events.length === 0)
    return (
      <EmptyState icon={IconFileSearch} title={words.nothing.title}>
        {words.nothing.text}
      </EmptyState>
    );
  return (
    <>
      {failure !== null && <FailureSection failure={failure} />}
      <ChangesSection changes={changes} />
      {stock_changes.length > 0 && <StockSection changes={stock_changes} />}
      {events.length > 0 && <EventsSection events={events} />}
    </>
  );
}

type Failure = NonNullable<StaffRequest["failure"]>;

function FailureSection({ failure }: { failure: Failure }) {
  const { at, store, caller, operation, method, path, status, code, duration_ms, fields, error, stack } =
    failure;
  return (
    <Section title={words.failure}>
      <KeyValues
        items={[
          [
            words.result,
            <StatusBadge key="result" tone={status >= 500 ? "danger" : "warn"}>
              {words.resultText({ status: String(status), code })}
            </StatusBadge>,
          ],
          [words.failureAt, <Timestamp key="at" at={at} absolute />],
          [
            words.failureStore,
            store === null ? (
              words.noStore
            ) : (
              <Anchor key="store" component={PageLink} to={getTargetPage({ kind: "store", id: store.id })}>
                {store.name}
              </Anchor>
            ),
          ],
          [words.caller, caller === null ? words.unknownCaller : describeActor(caller)],
          [words.operation, operation ?? words.page],
          [words.path, `${method} ${path}`],
          [words.duration, words.durationMs({ ms: String(duration_ms) })],
          ...(fields.length === 0 ? [] : [[words.fields, fields.join(", ")] as const]),
          ...(error === null
            ? []
            : [[words.error, <LongText key="error" text={error} maxLength={300} />] as const]),
        ]}
      />
      {stack !== null && (
        <details className={classes["stack"]}>
          <summary>{words.stack}</summary>
          <pre>{stack}</pre>
        </details>
      )}
    </Section>
  );
}
