import { IconMapQuestion } from "@tabler/icons-react";
import { PageFrame } from "../shell/page-frame.tsx";
import { EmptyState } from "../states/empty-state.tsx";
import { strings } from "../strings.ts";
import { LinkButton } from "../text/link-button.tsx";
import { usePanel } from "./panel-context.ts";

/** An address of the panel that shows nothing. */
export function MissingPage() {
  const { store } = usePanel();
  return (
    <PageFrame title={strings.missingTitle}>
      <EmptyState
        icon={IconMapQuestion}
        title={strings.missingText}
        action={<LinkButton to={store ? `/${store.handle}` : "/"}>{strings.missingBack}</LinkButton>}
      />
    </PageFrame>
  );
}
