import { NewConversation } from "@/components/chat/new-conversation";
import { requirePageUser } from "@/lib/http/page-user";
import { getServices } from "@/lib/server/services";

export default async function NewConversationPage() {
  const user = await requirePageUser();
  const services = await getServices();
  const [settings, quota] = await Promise.all([
    services.readClientSettings(user),
    services.quotas.read(user.id),
  ]);
  return <NewConversation settings={settings} quota={quota} />;
}
