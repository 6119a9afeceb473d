import { type IconComponent, NoRecords } from "@souk/ui";
import { strings } from "../strings.ts";
import type { ListPlace } from "./list-place.ts";

/** Stands in the place of a list of the staff console without entries. */
export function NothingFound({ place, icon }: { place: ListPlace; icon: IconComponent }) {
  return (
    <NoRecords
      isNarrowed={place.query !== "" || place.suspended !== ""}
      onShowAll={() => place.go({ query: "", suspended: "" })}
      icon={icon}
      words={strings.find}
    />
  );
}
