import { PageFrame, QueryBoundary, useAdminConsole, useUrlState } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { texts } from "../../texts.ts";
import { FoundRequest } from "./found-request.tsx";
import { RequestForm } from "./request-form.tsx";

const words = texts.staff.requests;

/** Show the page that looks up a request by its id. The URL contains the search, so that staff can send a link to the result. */
export function RequestPage() {
  const { values, change } = useUrlState(["request_id", "store", "at"]);
  return (
    <PageFrame title={words.title} lead={words.lead} wide>
      <RequestForm
        key={`${values.request_id} ${values.store} ${values.at}`}
        initial={values}
        onFind={(search) => change(search)}
      />
      {values.request_id !== "" && <Result search={values} />}
    </PageFrame>
  );
}

function Result({ search }: { search: { request_id: string; store: string; at: string } }) {
  const admin = useAdminConsole();
  const { request_id, store, at } = search;
  const requestQuery = { request_id, ...(store === "" || at === "" ? {} : { store, at }) };
  const query = useQuery({
    queryKey: ["staff", "request", requestQuery],
    queryFn: ({ signal }) => admin.staff_requests.find({ query: requestQuery, signal }),
  });
  return (
    <QueryBoundary query={query}>{(response) => <FoundRequest request={response.request} />}</QueryBoundary>
  );
}
