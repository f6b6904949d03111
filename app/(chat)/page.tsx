import { NewConversation } from "@/components/chat/new-conversation";
import { requirePageUser } from "@/lib/http/page-user";
import { listQuerySchema } from "@/lib/protocol/conversations";
import { getServices } from "@/lib/server/services";

export default async function NewConversationPage() {
  const user = await requirePageUser();
  const services = await getServices();
  const [settings, quota, { conversations }] = await Promise.all([
    services.readClientSettings(user),
    services.quotas.read(user.id),
    services.runs.listConversations(user.id, listQuerySchema.parse({ limit: 1 })),
  ]);
  return <NewConversation settings={settings} quota={quota} isFirst={conversations.length === 0} />;
}
