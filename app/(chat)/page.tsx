import { NewConversation } from "@/components/shell/new-conversation";
import { requirePageUser } from "@/lib/http/page-user";
import { getServices } from "@/lib/services";

export default async function NewConversationPage() {
  await requirePageUser();
  const services = await getServices();
  return <NewConversation settings={await services.readClientSettings()} />;
}
