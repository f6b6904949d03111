/** What English says to have something kept. Each entry is the source of a regular expression; a new form is a new entry. */
export const englishForms = {
  openings: [
    "please", "pls", "also", "and", "but", "so", "oh", "ok", "okay", "well", "hey", "hi", "hi there", "hello", "hello there", "thanks", "thank you", "by the way", "btw", "just",
    "one more thing", "good (?:morning|afternoon|evening|day)", "actually", "yes", "yeah", "no", "sure", "great", "first", "finally", "again", "ps", "p\\.s\\.",
  ],
  polite: ["(?:can|could|would|will) you(?: please| kindly| also)*"],
  commands: ["i(?:'d| would) (?:like|want) you to", "i (?:want|need) you to", "you (?:must|should|need to|have to|can)", "make sure (?:that )?you", "be sure to"],

  /** What follows is kept, whatever it is about. */
  requests: [
    "remember", "don't forget", "do not forget", "make (?:a|a mental) note", "take (?:a )?note", "memori[sz]e", "commit to memory", "add to (?:your |the )?memory", "put (?:in|into) (?:your |the )?memory",
    "for future reference",
  ],
  /** Kept behind “that” or a colon only: they are said of files and texts as well. */
  linkedRequests: ["save", "store", "write down", "jot down"],
  /** Kept only when it is about the person: they are said in explanations as well. */
  personalRequests: ["keep in mind", "bear in mind", "note", "for the record", "just so you know"],
  afterwards: [
    "remember (?:that|this|it)", "don't forget(?: (?:that|this|it))?", "do not forget(?: (?:that|this|it))?", "(?:keep|bear) (?:that|this|it) in mind", "make a note(?: of (?:that|this|it))?",
    "take note(?: of (?:that|this|it))?", "note (?:that|this|it)(?: down)?", "save (?:that|this|it)", "memori[sz]e (?:that|this|it)", "for future reference",
  ],

  /** `%` is the name. */
  names: [
    "my (?:full |first |last |middle |real |given |family )?name(?:'s| is) %", "my (?:nickname|surname)(?:'s| is) %", "i(?:'m| am) called %", "(?:you (?:can|may|could) |just |please )*call me %",
    "(?:everyone|everybody|people|friends|my friends|most people) calls? me %", "i go by %",
  ],

  lasting: ["from now on", "from today on(?:wards)?", "from here on(?: out)?", "going forward", "in (?:the )?future", "henceforth", "for all future (?:answers|replies|chats|conversations)"],
  /** Behind `always` and `never`. */
  lastingOrders: ["answer", "reply", "respond", "call me", "address me", "refer to me", "use", "explain", "format", "cite", "quote"],
  neverOrders: ["mention", "suggest", "recommend", "bring up", "show me", "give me", "ask me", "tell me", "include", "add", "send me", "write to me", "talk to me about"],
  /** Kept where they speak of answers or of the person. */
  styleOrders: ["give", "show", "include", "keep", "start", "begin", "end", "put", "write", "speak", "talk", "tell", "be", "ask", "make", "add", "provide", "assume", "treat", "send", "skip", "leave", "stick", "stop", "avoid", "prefer"],

  retractions: ["forget (?:that|it|this|what i (?:just )?said)", "never ?mind", "scratch that", "ignore (?:that|what i (?:just )?said)", "(?:don't|do not) (?:remember|save|keep) (?:that|this|it)"],

  textVerbs: ["translate", "rewrite", "rephrase", "reword", "paraphrase", "proofread", "summari[sz]e", "transcribe", "quote"],
  textObjects: ["text", "sentence", "sentences", "paragraph", "passage", "grammar", "spelling", "wording", "essay", "e-?mail", "letter", "message", "story", "article", "poem", "draft"],
  writings: [
    "story", "poem", "song", "letter", "e-?mail", "speech", "dialog(?:ue)?", "scene", "script", "novel", "joke", "essay", "haiku", "limerick", "rap", "lyrics", "message", "bio", "post", "tweet", "article", "monologue",
    "fairy tale", "play", "verse", "conversation", "sketch", "introduction", "chapter", "caption", "quote", "toast",
  ],
  suppositions: ["suppose", "supposing", "imagine", "pretend", "assume", "let's (?:say|pretend|play|imagine|assume)", "what if", "role-?play", "act as"],
};
