import type { Sign } from "./signs";

/**
 * Words by what they are a sign of, without accents and in lower case, in the forms of an order: English, Spanish, French, German,
 * Italian, Portuguese, Russian. With `*` every ending counts; two words joined by `+` count side by side; capitals count only as they are.
 */
export const signWords: Readonly<Partial<Record<Sign, string>>> = {
  override: `ignore ignoring disregard disregarding forget discard
    ignora ignorad ignoren ignorar olvida olvide olviden olvidar descarta desestima desestime ignorez ignorer oublie oubliez oublier
    ignoriere ignoriert ignorieren vergiss vergesst vergessen missachte missachten verwirf umgehe dimentica esqueca игнориру* проигнориру* забуд* отбрось*`,
  outrank: "override overrule supersede bypass",
  reported: "to+ignore to+disregard to+forget de+ignorer d'ignorer zu+ignorieren",
  prior: `previous previously prior above earlier preceding foregoing existing original initial before all any every your current
    anteriores anterior previas previos todas todos tus sus precedentes precedent anterieures toutes tous tes vos
    vorherigen vorherige bisherigen bisherige fruheren obigen obige alle allen aller deine deinen ihre vorigen precedenti tutte todas
    предыдущ* все всех прежни* прошл* твои ваши свои вышеуказанн*`,
  everything: "everything todo tout alles tudo tutto всё все+что все+выше",
  rules: `instruction instructions prompt prompts rules guideline guidelines directive directives constraints restrictions safeguards programming protocols
    instrucciones instruccion reglas indicaciones ordenes directrices consignes consigne regles anweisung anweisungen instruktionen regeln vorgaben richtlinien
    istruzioni regole instrucoes regras инструкц* правил* указани*`,
  new: `new updated revised real actual true following nuevas nuevo nueva nouvelles nouvelle neue neuen neues nuove novas новые новая новое следующие обновленн*`,
  task: "task objective goal mission assignment tarea objetivo tache objectif aufgabe ziel compito tarefa задач* цель",
  systemPrompt: `system+prompt system+prompts system+message system+override system+notice system+instruction system+instructions system+update sysprompt
    prompt+de+sistema mensaje+del+sistema message+systeme prompt+systeme systemprompt systemnachricht systemanweisung системн*+промпт системн*+сообщени* системн*+инструкц*`,
  model: `AI AIs llm llms chatbot chatbots assistant assistants gpt chatgpt copilot bot language+model language+models automated+agent automated+agents browsing+agent autonomous+agents
    IA asistente asistentes modelo+de+lenguaje chatbot assistente modele+de+langage KI assistent assistenten sprachmodell sprachmodelle ИИ ассистент* помощник чат-бот* языковая+модель языковой+модели нейросет*`,
  attention: `attention note notice dear hey hello message instructions instruction warning atencion nota querido mensaje attention cher avis achtung hinweis liebe lieber nachricht внимание примечание уважаем* сообщение обращение attenzione avviso atencao`,
  reading: `reading read reads summarizing summarising summarize processing processes visiting crawling parsing browsing indexing analyzing analysing
    lee leas leyendo resumas resumir lis lisez lisant lit resumant liest lesen lesend zusammenfasst verarbeitet читаешь читает читающ* обрабатыва*`,
  you: `you your yours yourself usted tu tus ustedes vous votre vos du dich dein deine deiner deinem ihr sie ты твой твоя твои вы ваш ваша тебе вам tuo voce seu sua`,
  must: `must should shall required mandatory always immediately obliged instructed need have debe debes deben siempre obligatorio debera dois doit devez doivent toujours obligatoire
    musst muss mussen sollst soll immer sofort verpflichtet должен должны должна обязан* всегда немедленно deve devi devono sempre`,
  user: `user users user's users' customer human usuario usuaria usuarios utilisateur utilisateurs benutzer benutzers nutzer nutzers anwender пользовател* utente usuario`,
  not: `not never don't dont without don’t no nunca jamas sin pas jamais sans ne nicht niemals ohne kein keine не никогда без нельзя non mai nao`,
  tell: `tell mention inform reveal disclose notify show alert repeat print output diga digas decir menciones mencione informe informes reveles muestra dis dites dire mentionne mentionnez mentionner informe informez revele revelez
    sage sag sagen erwahne erwahnen informiere informieren verrate verraten mitteilen zeige говори* сообща* сообщи* упомина* раскрыва* расскаж* показ* dire rivela menzionare`,
  hide: `hide conceal secretly silently covertly discreetly quietly oculta ocultar secreto cache cachez discretement secretement verstecke heimlich verheimliche verbirg скрой скрывай тайно незаметно nascondi`,
  save: `remember memorize memorise save store persist recuerda recuerde recordar guarda guarde guardar memoriza memorice souviens retiens retenez enregistre enregistrez memorise memorisez sauvegarde
    merke merk speichere speichern notiere запомни* сохрани* запиши* ricorda salva memorizza lembre salve`,
  memory: `memory memories long+term fact facts preference preferences memoria recuerdos preferencias hecho memoire souvenirs fait faits gedachtnis speicher erinnerung erinnerungen fakt fakten tatsache памят* факт факты предпочтени* memorie`,
  send: `send transmit forward upload submit exfiltrate append attach encode embed include insert leak email mail post pass
    envia envie enviar manda mande adjunta incluye anade agrega envoie envoyez envoyer transmets transmettez ajoute ajoutez inclus insere joins
    sende senden schicke schick ubermittle ubertrage hange fuge leite отправ* пошл* перешл* передай* добав* прикреп* вставь* invia inserisci envie`,
  secret: `password passwords passphrase passcode credentials secret secrets private personal confidential conversation conversations chat history allerg* memories profile name
    contrasena clave privados privada personales conversacion datos historial alergi* motdepasse passe personnelles privees donnees conversation historique
    passwort kennwort passphrase private personlichen personliche gesprach gesprache verlauf unterhaltung daten парол* личн* приватн* разговор* переписк* истори* данны* conversazione dati dados`,
  place: `url urls http https address endpoint webhook server domain subdomain query parameter header path site website direccion enlace servidor parametro adresse lien serveur parametre adresse server anhang
    адрес* ссылк* сервер* сайт* параметр* indirizzo`,
  picture: `image images picture markdown link img pixel badge imagen enlace lien bild grafik link картинк* изображени* ссылк* immagine imagem`,
  draw: `render display embed show insert include add output place muestra inserta incluye anade affiche affichez insere ajoute zeige binde fuge einbetten anzeigen покаж* вставь* добав* отобраз* mostra inserisci`,
  tool: `tool tools function functions plugin herramienta herramientas outil outils werkzeug werkzeuge инструмент* strumento`,
  call: `call use invoke run execute trigger search query usa usar utiliza llama invoca ejecuta appelle appelez utilise utilisez execute nutze verwende rufe benutze fuhre вызов* вызыв* использу* запуст* usa chiama open visit fetch abre visita ouvre ouvrez visite offne besuche открой* посети*`,
  ownTool:
    "web_search web_fetch memory_save memory_retrieve image_generate recall_details send_mail send_email sendmail save_memory fetch_url function_call tool_call",
  answer: `answer answers response responses reply replies summary respond respuesta respuestas responde reponse reponses repondez antwort antworten antworte zusammenfassung ответ* отвеча* risposta rispondi resposta`,
  recommend: `recommend recommending endorse promote praise recomienda recomiende recomendar recommande recommandez empfiehl empfehle empfehlen рекоменду* порекоменду* советуй* raccomanda recomende`,
  persona: `DAN unrestricted jailbroken unfiltered uncensored persona pretend roleplay developer+mode debug+mode admin+mode god+mode act+as no+longer+bound sin+restricciones sans+restrictions ohne+einschrankungen uneingeschrankt без+ограничени* притворись modo+desarrollador mode+developpeur entwicklermodus режим+разработчика`,
  fromNow:
    "from+now+on are+now no+longer a+partir+de+ahora ahora+eres a+partir+de+maintenant desormais ab+jetzt von+nun ab+sofort bist+jetzt с+этого+момента отныне теперь+ты",
  authority: `administrator developer developers operator authorized authorised approved security urgent critical important priority mandatory administrador urgente importante administrateur urgent wichtig dringend entwickler администратор* срочно важно разработчик*`,
  if: "if when unless once si cuando quand lorsque wenn falls если когда",
  about: `injection injections attack attacks attacker attackers adversarial malicious exploit exploits jailbreak jailbreaks jailbreaking guardrails mitigations mitigation vulnerability example examples e.g instance researchers paper payload payloads phishing detect detects detection defence defense defend
    ejemplo ataque ataques atacante inyeccion exemple exemples attaque attaques attaquant beispiel beispiele angriff angriffe angreifer атак* пример* например инъекц* злоумышленник* esempio attacco`,
};

/** Terms of Chinese and Japanese, found wherever they stand. */
export const signTerms: Readonly<Partial<Record<Sign, string>>> = {
  override:
    "忽略 忽视 忽視 无视 無視 忘记 忘掉 忘記 不要理会 不要遵守 不再遵守 抛开 丢弃 绕过 覆盖 忘れて 忘れろ 忘れなさい 従わないで 破棄",
  prior:
    "之前 以前 先前 前面 以上 上述 上面 所有 一切 原有 原来 此前 全部 これまで 今まで 以前 上記 前の すべて 全て",
  rules: "指令 指示 规则 規則 提示词 提示 设定 命令 约束 限制 守则 ルール プロンプト 設定 制約",
  new: "新的 新 更新 真正的 真实的 以下 新しい 本当の 次の",
  task: "任务 目标 使命 タスク 目的 仕事",
  systemPrompt: "系统提示 系统消息 系统指令 系统通知 システムプロンプト システムメッセージ システム指示",
  model:
    "人工智能 语言模型 大模型 智能助手 助手 助理 机器人 聊天机器人 AI助手 アシスタント 言語モデル エージェント ボット",
  attention: "注意 请注意 致 通知 公告 警告 お知らせ ご注意 宛て へのメッセージ への指示",
  reading: "阅读 读取 读到 总结 处理 浏览 抓取 読む 読んで 読んだ 要約 処理 閲覧",
  you: "你 您 あなた お前 君",
  must: "必须 应该 应当 务必 一定要 需要 立即 马上 始终 总是 请 必ず しなければ べき 直ちに すぐに 常に ください",
  user: "用户 使用者 用戶 客户 ユーザー 利用者 ユーザ",
  not: "不要 别 勿 不得 不能 切勿 不可 不 ないで てはいけ しない 禁止 せずに",
  tell: "告诉 告知 提及 提到 透露 说出 显示 通知 输出 伝え 知らせ 言及 話さ 明かさ 教え 表示",
  hide: "隐瞒 隐藏 悄悄 偷偷 秘密地 暗中 默默 隠し 隠す 密かに こっそり",
  save: "记住 保存 记录 存储 存入 写入 记下 覚えて 記憶し 記憶して 保存し 記録し",
  memory: "记忆 长期记忆 事实 偏好 メモリ 記憶 事実 好み",
  send: "发送 发给 传送 发到 上传 提交 附加 附上 拼接 编码 嵌入 加入 放入 转发 送信 送って 付加 追加 埋め込 含め アップロード 転送",
  secret:
    "密码 口令 密钥 隐私 私人 个人信息 个人资料 对话 聊天记录 历史记录 姓名 住址 过敏 パスワード 個人情報 会話 秘密 履歴 名前 住所 アレルギー",
  place: "网址 链接 地址 服务器 参数 域名 接口 アドレス リンク サーバー パラメータ",
  picture: "图片 图像 链接 画像 リンク マークダウン",
  draw: "显示 插入 渲染 加入 展示 嵌入 表示 挿入 埋め込 出力",
  tool: "工具 函数 ツール 関数",
  call: "调用 使用 运行 执行 访问 打开 呼び出 使って 使用し 実行 アクセス 開いて",
  answer: "回答 答复 回复 答案 摘要 返答 応答 答え",
  recommend: "推荐 推薦 建议购买 宣传 推奨 勧め おすすめ",
  persona: "不受限制 无限制 开发者模式 越狱 扮演 假装 制限のない 開発者モード 演じて ふりをし",
  fromNow: "从现在起 从现在开始 从此 今から これから 現在から",
  authority: "管理员 开发者 紧急 重要 授权 管理者 開発者 緊急 重要",
  if: "如果 若 当 もし 場合",
  about: "注入 攻击 例如 比如 例子 示例 攻击者 恶意 漏洞 研究 防御 攻撃 例えば インジェクション 脆弱性 悪意",
};
