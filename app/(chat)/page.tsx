export default function NewConversationPage() {
  return <main className="p-8">Sextant</main>;
}
