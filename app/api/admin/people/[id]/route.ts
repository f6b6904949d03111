import { changePerson, readPerson, removePerson } from "@/lib/features/accounts/endpoints";

export const GET = readPerson;
export const PATCH = changePerson;
export const DELETE = removePerson;
