import { loadFrom } from "@/lib/client/request";
import { listPeople } from "@/lib/features/accounts/api";
import type { PeopleReply, PersonRow } from "@/lib/features/accounts/shape/accounts";

export const peopleList = {
  load: loadFrom(listPeople),
  key: ({ id }: PersonRow) => id,
  page: ({ people: items, cursor }: PeopleReply) => ({ items, cursor }),
};
