import { firstPageUrl } from "@souk/contract";
import { IconMapQuestion } from "@tabler/icons-react";
import { PageFrame } from "../shell/page-frame.tsx";
import { EmptyState } from "../states/empty-state.tsx";
import { LinkButton } from "../text/link-button.tsx";
import { texts } from "../texts.ts";

/** Show that the URL does not match a page of the panel. */
export function MissingPage() {
  return (
    <PageFrame title={texts.missingTitle}>
      <EmptyState
        icon={IconMapQuestion}
        title={texts.missingText}
        action={<LinkButton to={firstPageUrl}>{texts.missingBack}</LinkButton>}
      />
    </PageFrame>
  );
}
