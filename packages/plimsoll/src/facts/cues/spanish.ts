import type { CueLanguage } from "./cue-language.js";
import { latinWriting } from "./latin-writing.js";

const r = String.raw;

/** Cues in Spanish. */
export const SPANISH: CueLanguage = {
  name: "Spanish",
  writing: latinWriting({
    letters: "áéíóúñ¡¿",
    words:
      "el, la, los, las, un, una, de, del, es, son, usted, lo, le, se, su, sus, por, para, con, sin, en, que, cuando, siempre, nunca, todo, todos, todas, cada, favor, ya, nada, solo, al, hay, pero",
  }),
  edges: [r`(?<![\p{L}\p{N}])`, r`(?![\p{L}\p{N}])`],
  lists: {
    /** Things that have one exact value. */
    setting: r`puerto, servidor, dirección, sala, habitación, cita, reunión, entrega, vuelo, tren, número, versión, cuenta, identificador, código, lanzamiento, precio, fecha, referencia, expediente`,
    /** Where an order begins, and what may precede its verb. */
    begin: r`^[^\p{L}\p{N}]{0,8}, [;:(–—,]\s{0,2}["«“¡¿]?, \s-\s, (?<!\p{L}){opening}\s`,
    opening:
      "por favor, y, pero, entonces, luego, después, siempre, nunca, también, así que, o, primero, solo, sólo",
    gap: r`(?:\S{1,30}\s){0,6}`,
    end: r`(?![\p{L}\p{N}])`,
    /** Orders to one person, familiar and polite, with the pronouns that may hang on to them. */
    orderVerb: r`{stem}(?:a|e|en|an)(?:{pronoun}){0,2}, {irregular}(?:{pronoun}){0,2}, {stressed}(?:{pronoun}){1,2}`,
    stem: "abr, acept, aclar, actualiz, adjunt, agrup, alinead, añad, anot, apunt, archiv, arregl, asegur, avis, borr, busc, calcul, cambi, cit, coloc, coment, comienz, comienc, compart, comprueb, confirm, conserv, consult, contact, contest, copi, corrig, cort, cre, cuent, dej, describ, elimin, emplead, empiez, empiec, entreg, enví, escrib, espec, esper, evit, explic, export, fij, firm, formate, guard, habl, ignor, implement, incluy, indic, inform, inici, instal, lanz, le, limit, list, llam, llev, marc, mand, mantien, mantén, menciona?, mencion, mir, modific, mostr, muestr, nombr, notific, numer, olvid, orden, pas, pid, pid, pregunt, prefier, prepar, presta, prueb, public, quit, redact, redonde, reduc, reemplaz, rellen, repit, respald, respet, respond, resum, revis, sac, sep, separ, sig, siga, sub, suprim, termin, trabaj, traduc, trat, us, utiliz, utilic, valid, verific, vuelv",
    irregular:
      "pon, ponga, haz, haga, di, diga, sal, ten, tenga, ve, ven, sé, sea, dé, da, pida, traduzca, reduzca, muéstr[ae], mantén, mantenga, sigue, siga, oiga, elige, elija, para y, detente, párate, avísame",
    stressed: r`\p{L}{0,12}[áéíóú]\p{L}{1,6}[aen]?`,
    pronoun: "me, nos, lo, la, los, las, le, les, te, se",
    forbidden: r`no (?:me |nos |lo |la |los |las |le |les |te |se ){0,2}(?!{state}(?!\p{L}))\p{L}{1,20}(?:as|es|a|e|en|an|éis|áis|ar|er|ir)`,
    /** What tells how things are after a "not". */
    state: r`es, era, está, estaba, ha, han, fue, va, van, tiene, tenía, sirve, funciona\p{L}?, pasa, importa, existe, hacía, hace, sale, aparece, carga, arranca, abre, responde, compila, conecta, guarda, muestra, devuelve, encuentra, cierra, sube, entra, llega, viene, vuelve, ocurre, cambia, sabe, quiere, puede, quería, podía, sabía, había, parece, cabe, queda, falta, gusta, das?, vea, ve, iba, eres, debe, deben, coincide, termina, deja, hay`,
    day: r`lunes, martes, miércoles, jueves, viernes, sábado, domingo, mañana, mediodía, medianoche, hoy, fin de mes, final, \d{1,2}, enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre, octubre, noviembre, diciembre, próxim[oa], esta noche`,
    due: r`tiene que, tienen que, debe, deben, hay que, entreg\p{L}{1,6}, listo, lista, listos, termin\p{L}{1,5}, acab\p{L}{1,5}, necesito, envi\p{L}{1,4}, plazo, presentar, estar`,
    number: r`\d[\d.,]{0,8}, un, una, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, doce, veinte, cien`,
    unit: "palabras, frases, líneas, páginas, párrafos, caracteres, euros, minutos, horas, segundos, días, intentos, reintentos, veces, kb, mb, gb, puntos, pesos",
    consent: "visto bueno, aprobación, autorización, permiso, consentimiento, confirmación, ok, okey",
    rules:
      "reglas?, normas?, requisitos?, restricción, restricciones, condiciones, convenciones, directrices, pautas",
    person: r`jef[ea], amig[oa]s?, madre, padre, hermano, hermana, médico, médica, vecin[oa]s?, caser[oa], hija, hijo, mujer, marido, compañer[oa]s?, abuel[oa], profesora?, novi[oa]`,
    source: r`guía, manual, documentación, docs?, readme, wiki, logs?, registro, cartel, error, mensaje, mensaje de error, compilador, linter, consola, artículo, blog, foro, licencia, contrato, página, tutorial, instrucciones`,
    says: "dice, decía, dicen, indica, indicaba, muestra, mostraba, pone, ponía, era, escribió, exige, afirma, cuenta, contó, dijo, recomienda, me dijo",
    changed: r`aplaz\p{L}{1,4}, pospone, pospuest[oa], retras\p{L}{1,4}, adelant\p{L}{1,4}, mueve, movid[oa], movió, pas\p{L}{1,4}, cambi\p{L}{1,4}, sub\p{L}{1,4}, baj\p{L}{1,4}, ampl[ií]\p{L}{1,4}, reduc\p{L}{1,4}, traslad\p{L}{1,4}, prorrog\p{L}{1,4}`,
    shaky:
      "falla, fallan, devuelve, da, sale, salen, aparece, aparecen, es, son, está, están, era, fue, ha, han, había, funciona, funcionó, funcionaba, pasa, ocurre, queda, tarda, eres, arranca, se cae, se cuelga",
    language:
      "español, castellano, inglés, francés, alemán, italiano, portugués, ruso, chino, japonés, coreano, árabe, catalán, gallego, euskera",
    lasting: r`siempre, nunca, no \p{L}+, a partir de ahora, en adelante, cada, todos, todas, antes de, evitar, solo, sólo, en \p{L}+(?:és|ol|án)`,
  },
  cues: {
    acceptance: [
      {
        pattern: r`\bcriterios? de aceptación`,
        example: "Los criterios de aceptación están aquí.",
        counterExample: "Los criterios están aquí.",
      },
    ],
    limit: [
      {
        pattern: r`^[^\p{L}]{0,8}un[ao]? (?:solo|sola|único|única) [^,.?]{2,40} por \p{L}`,
        example: "Un solo aviso por página.",
        counterExample: "Una sola vez.",
      },
      {
        words: r`(?:tiempo de espera|tiempo límite|tamaño|duración|número máximo) (?:\S{1,20}\s){0,3}?(?:es|son|de)\s(?:\S{1,12}\s){0,2}?\d[\d.,]{0,9}`,
        example: "La duración es de 9 días.",
        counterExample: "La duración es larga.",
      },
      {
        words: r`(?:límite|tope|presupuesto|plazo|cuota) (?:\S{1,20}\s){0,3}(?:a|en|hasta) \d+, {changed} (?:al|a) (?:\S{1,12}\s)?{day}`,
        example: "El límite sube ahora a 50.",
        counterExample: "El límite sube mucho.",
      },
      {
        words: r`como (?:máximo|mínimo|mucho), a lo sumo, máximo, mínimo, no más (?:de|tarde), ni (?:un|uno|una) (?:\S{1,20}\s)?más, a más tardar, fecha límite, (?:no )?{gap}(?:superar|superen?|exced\p{L}{1,3}|pasar de|pasen? de) (?:los |las |de )?\d+, menos de \d+, hasta \d+`,
        example: "Tres personas como máximo.",
        counterExample: "Tres intentos como ayer.",
      },
      {
        words: r`(?:presupuesto|límite|tope|plazo|cuota|timeout)s? (?:\S{1,20}\s){0,3}?(?:es|son|de|en|:)\s(?:\S{1,12}\s){0,2}?\d[\d.,]{0,9}, (?:tenemos|tengo|hay|dispongo de) \d[\d.,]{0,9} (?:euros|pesos|dólares|horas|días)`,
        example: "El tope es de 800 euros.",
        counterExample: "El tope es alto.",
      },
      {
        pattern: r`(?<!\p{L}){due}{end}[^.?!]{0,60}\s(?:antes del?|para|hasta|el|a|este|esta)\s(?:el |la |las |los |próximo |próxima )?{day}{end}`,
        example: "Hay que entregarlo el jueves.",
        counterExample: "Viene el jueves.",
      },
      {
        words: r`(?:en|bajo|menos de) {number} {unit}, {number} {unit} (?:por|máximo|como (?:máximo|mucho)|al)`,
        example: "Resume en dos frases.",
        counterExample: "Hay dos frases.",
      },
    ],
    rule: [
      {
        pattern: r`\p{L} (?:cuentan?|valen?|pasan?) (?:siempre )?(?:como|por) (?:un |una )?(?:errores|error|fallos?|faltas?|privad[oa]s?)`,
        example: "Una duda vale por un fallo.",
        counterExample: "Una duda vale la pena.",
      },
      {
        pattern: r`{begin}(?:muestra|muestre|escribe|escriba|redondea|nombra|indica) (?:siempre )?(?:los|las) (?:precios|fechas|horas|importes|totales|ramas|nombres|notas) `,
        example: "Indica las horas en UTC.",
        counterExample: "Las horas van mal.",
      },
      {
        pattern: r`{begin}(?:usa|use|utiliza|utilice|emplea|pon) (?!el |la |los |las |un |una |este |esta |mi |tu |su )\p{L}{3,30}s (?:en|para|con|entre) `,
        example: "Pon guiones entre palabras.",
        counterExample: "Pon el guión entre palabras.",
      },
      {
        pattern: r`^(?:solo|sólo|solamente) (?:se )?\p{L}{3,20}(?: \p{L}{2,20}){0,4} los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos)[.!]?$`,
        example: "Solo se guarda los domingos.",
        counterExample: "Se guarda los domingos.",
      },
      {
        pattern: r`(?<!\p{L})(?:cada|todo|toda|todos los|todas las) [^.,;?]{2,60} deben? estar(?!\p{L})`,
        example: "Cada caja debe estar cerrada.",
        counterExample: "La caja debe estar vacía.",
      },
      {
        words: r`ni (?:tocar|mirar|abrir|cambiar)(?:l[oa]s?)?(?= |[.!]|$), (?:seguimos|nos quedamos) (?:con|en) (?:\p{L}{2,20} )\d[\d.]{0,6}, (?:trata|trate|tratad) de (?:usted|tú)`,
        example: "Trata de usted al cliente.",
        counterExample: "Se trata del cliente.",
      },
      {
        pattern: r`(?:^|[^\p{L}])(?:[Ss]olo|[Ss]ólo|[Úú]nicamente) \p{Lu}\p{L}{1,20} (?:puede|pueden|decide|aprueba)(?!\p{L})`,
        caseSensitive: true,
        example: "Solo Lucía puede aprobar.",
        counterExample: "Lucía puede aprobar.",
      },
      {
        pattern: r`^[^\p{L}]{0,8}(?:en|para|con|a|de|sobre|dentro|fuera|después|antes|desde|durante) [^,.?]{3,60},? {forbidden}{end}(?<!no (?:tienes|puedes|quieres|sabes|eres|crees|ves|haces|vas))`,
        example: "En los titulares no exageres.",
        counterExample: "En los titulares no hay nada.",
      },
      {
        words: r`nada de (?!nada|lo|eso|esto|particular|nuevo)\p{L}+(?<!(?:sé|sei|sabe|há|hay|queda|entiendo|veo|pasa) nada de \p{L}+), solo lectura, sólo lectura`,
        example: "Por la noche nada de ruido.",
        counterExample: "Él no sabe nada de ruido.",
      },
      {
        words: r`(?:podrías|puedes|podría|puede) (?:\S{1,20}\s){0,2}(?:evitar|dejar de|no \p{L}+[aei]r), sin (?:preguntar|avisar|consultar|pedir|mi|nuestro)\p{L}{0,4}(?=.{0,30}[.!]?$)(?<=(?:no|nada|nunca)(?!\p{L}).{0,80})`,
        example: "¿Podrías evitar la jerga?",
        counterExample: "¿Podrías venir?",
      },
      {
        pattern: r`(?<!\p{L})(?:para (?:el |la |los |las )?\p{L}{3,30},? (?:usa|use|utiliza|utilice|emplea)|(?:usa|utiliza|utilice|emplea) \S{1,40} (?:para|como)){end}`,
        example: "Para imágenes, usa WebP.",
        counterExample: "Las imágenes son WebP.",
      },
      {
        pattern: r`^[^\p{L}]{0,8}(?:(?:las|mis|los|nuestras) )?{rules}\s?:\**\s{0,3}[^\s*]`,
        example: "Normas: commits pequeños",
        counterExample: "Las normas están aquí.",
      },
      {
        words: r`nunca(?! (?:he|ha|han|había|vi|supe|funcion\p{L}+|lleg\p{L}+|pas\p{L}+)\b), jamás(?! (?:he|ha|había)\b), prohibid[oa]s?, queda prohibido, bajo ningún concepto, en ningún caso, ni se te ocurra, ni hablar, de ninguna manera, intocables?, no se (?:toca|cambia|puede|debe|permite|admite|publica|usa|admiten|aceptan)n?`,
        example: "Bajo ningún concepto.",
        counterExample: "Bajo la mesa.",
      },
      {
        pattern: r`{begin}(?:{opening}\s)?{forbidden}{end}`,
        example: "No toques el esquema.",
        counterExample: "El esquema no funciona.",
      },
      {
        words: r`no (?:debes?|deben|debería\p{L}?|puedes?|pueden|hay que|tienes? que|quiero (?:que|ver|más|ningún\p{L}?))`,
        example: "El nombre no debe sobrar.",
        counterExample: "El nombre sobra.",
      },
      {
        words: r`(?<!no )debes?(?! (?:de|ser el|estar)\b), (?<!no )deben(?! de\b), (?<!no )(?:tienes?|tienen) que, (?<!no )hay que, siempre(?! (?:me|te|igual|lo mismo|es|está|hay|eres|tan)\b), asegúr\p{L}{1,6}, solamente, únicamente, exclusivamente, obligatori\p{L}{1,7}, imprescindible, es (?:necesario|importante|esencial), sin falta, sin excepción, recuerda(?! cuando), no olvides, ten en cuenta, cada vez que`,
        example: "Hay que probar.",
        counterExample: "Hay pruebas.",
      },
      {
        words: r`a partir de (?:ahora|hoy|mañana|este|ya), de (?:ahora|aquí|hoy) en adelante, en adelante, en lo sucesivo, desde (?:ahora|hoy|ya)(?! mismo)`,
        example: "En lo sucesivo se llama Norte.",
        counterExample: "Se llama Norte.",
      },
      {
        words: r`(?:solo|sólo|únicamente) (?:se (?:permiten?|admiten?|puede|usa|aceptan?)|{gap}(?:permitid|autorizad)[oa]s?|usa|puedes|en|con|para|estas?|estos?|los?|las?|azul|por)(?! ha| he), {irregular} (?:solo|sólo), \p{L}{2,20}[ae] (?:solo|sólo|únicamente), (?:permitid|autorizad)[oa]s? (?:son|está\p{L}?|:), nada más, ningún otro, (?:aparte|fuera|además) del? .{1,40} no, (?:salvo|excepto) .{1,40} no`,
        example: "Solo se admiten estas herramientas: sed y awk.",
        counterExample: "Están estas herramientas: sed y awk.",
      },
      {
        words: r`(?:sin|pide|con|espera|necesita|requiere) (?:mi|nuestr[oa]|el|la) (?:\S{1,20}\s)?{consent}, (?:pregúntame|avísame|consúltame|pregunta|avisa)(?=.{0,60}(?:antes|primero|cada|si))`,
        example: "Espera mi visto bueno.",
        counterExample: "Lo he visto bueno.",
      },
      {
        words: r`se (?:queda|quedan|deja|dejan|mantiene|mantienen) (?:\S{1,20}\s){0,3}(?:como|igual|en|intact[oa]s?|siempre|tal|sin), deja .{1,60} (?:en paz|como está\p{L}?|intact[oa]s?|tal cual), mant(?:én|enga|ener) (?:un|una|el|la|los|las|tu) `,
        example: "Las fuentes se quedan como están.",
        counterExample: "Las fuentes son bonitas.",
      },
      {
        words: r`(?:empiezan|empieza|comienzan|comienza|terminan|termina|acaban|se escriben?|se llaman?|siguen) (?:\S{1,20}\s){0,2}(?:por|con|en|el|la|siempre), (?:nombres|fechas|precios|horas|importes|ramas|commits|archivos|variables|títulos|actas|mensajes)(?: \S{1,20}){0,3} (?:van|son|se escriben|se guardan|se ponen) (?:en|a|con|al|siempre)`,
        example: "Las pruebas terminan en _spec.",
        counterExample: "Las pruebas están verdes.",
      },
      {
        pattern: r`{begin}(?:evita|evite|abstente|limítate|procura|cuida|prescinde){end}\s?\S`,
        example: "Evita los anglicismos.",
        counterExample: "Él lo evita.",
      },
      {
        pattern: r`^[^\p{L}]{0,8}(?:nada de|ningún|ninguna|cero|sin|ni un|ni una|nada se) (?!problema|duda|embargo|prisa|idea|novedad|respuesta|error)[^?,]{2,80}$`,
        example: "Cero emojis en los commits.",
        counterExample: "Ningún problema.",
      },
      {
        pattern: r`^[^\p{L}]{0,8}(?:si|cuando|en caso de|en cuanto|antes de|después de|al) [^?]{3,160},\s(?:(?:entonces|siempre|primero)\s){0,2}(?:no |{orderVerb}{end})`,
        example: "En caso de duda, avisa.",
        counterExample: "En caso de duda, hay una guía.",
      },
      {
        pattern: r`\p{L},\s(?:y )?(?:no|nunca) (?:en |con |el |la |los |las )?\p{L}[^,.?!]{1,40}[.!]?$(?<!no (?:sé|hay|funciona|puedo|entiendo)\s.{0,60})`,
        example: "Tabuladores, no espacios.",
        counterExample: "Tabuladores y espacios.",
      },
      {
        words: r`(?:comentarios?|respuestas?|textos?|mensajes?|commits|documentación|lo demás|el resto|todo) (?:\S{1,20}\s){0,2}en {language}`,
        example: "Los comentarios en inglés.",
        counterExample: "Los comentarios en verso.",
      },
    ],
    order: [
      {
        pattern: r`{begin}(?:{opening}\s){0,2}{orderVerb}{end}`,
        example: "Revisa la factura.",
        counterExample: "La revisión va bien.",
      },
      {
        words: r`(?:podrías|puedes|podría|puede|podríais) \p{L}+(?:me|nos|lo|la|r), te (?:agradecería|pido|pediría|ruego) que, agradecería que, quiero que (?:me|lo|la|uses|\p{L}+s)\p{L}*, quisiera que, me gustaría que, haz el favor`,
        example: "Te ruego que vengas.",
        counterExample: "El ruego llegó.",
      },
    ],
    "standing word": [
      {
        words: r`cada, todos los, todas las, todo el, toda la, todo, toda, todos, todas, cualquier, cualquiera, siempre que, cada vez, lo demás`,
        example: "Después de cada reunión",
        counterExample: "Después de la reunión",
      },
    ],
    "one-off": [
      {
        words: r`un vistazo, esta vez, una vez, otra vez, de nuevo, un momento, muéstrame, explícame, enséñame(?!.{0,60}antes), échale, mira, ahora mismo, rápido, dime`,
        example: "Échale sal.",
        counterExample: "Con sal.",
      },
    ],
    commission: [
      {
        words: r`reserva, envía\p{L}{0,3}, manda\p{L}{0,3}, paga\p{L}{0,3}, transfiere, invita, compra, pide, agenda, programa, convoca`,
        example: "Reserva una mesa.",
        counterExample: "La mesa está libre.",
      },
    ],
    answer: [
      {
        words: r`respond\p{L}{1,5}, respónd\p{L}{1,5}, respuestas?, contest\p{L}{1,5}, contést\p{L}{1,5}, escrib\p{L}{1,5}, escríb\p{L}{1,5}, habl\p{L}{1,4}, hábl\p{L}{1,4}, redact\p{L}{1,4}, comentarios?, textos?, explic\p{L}{1,5}, mensajes?, lo demás, documentación, comuníc\p{L}{1,5}`,
        example: "Háblame.",
        counterExample: "Mírame.",
      },
    ],
    "language name": [
      {
        words: "{language}",
        example: "en catalán",
        counterExample: "en papel",
      },
    ],
    date: [
      {
        words: r`lunes, martes, miércoles, jueves, viernes, sábado, domingo, mañana, \d{1,2} de (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)`,
        example: "jueves",
        counterExample: "juego",
      },
    ],
    "own fact": [
      {
        words: r`{setting} (?:\S{1,20}\s){0,3}?(?:es|son|empieza|sale)(?! desde) (?:\S{1,12}\s){0,2}?\S{0,12}\d[\p{L}\p{N}:.,/-]{0,20}(?! (?:días|horas|minutos|veces|años))`,
        example: "La sala es la 412.",
        counterExample: "La sala es bonita.",
      },
      {
        words: r`soy (?:\S{1,20}\s){0,2}(?:alérgic[oa]|vegetarian[oa]|vegan[oa]|zurd[oa]|daltónic[oa]|celíac[oa]|diabétic[oa]|sord[oa]|principiante|intolerante), estoy embarazada, vivo en, me llamo, no (?:como|bebo|hablo|tolero), trabajo (?:en|de|como|desde|con), estoy en (?!ello|eso)`,
        example: "Soy zurdo.",
        counterExample: "Soy feliz.",
      },
      {
        words: r`(?:mi|mis|nuestr[oa]s?) (?:\p{L}{2,20}\s){1,3}(?:se llama|es (?:el|la|\p{Lu}\p{L}+|\d)|está en|corre (?:en|sobre|con)|(?:solo|sólo) tiene|no (?:tiene|soporta|admite)|usa|utiliza|vive|acepta)`,
        example: "Nuestro cliente se llama Nordwind.",
        counterExample: "El viento viene del norte.",
      },
      {
        words: r`(?:(?:aún |todavía )?usamos|utilizamos|trabajamos (?:con|en)|seguimos en|estamos en|(?:solo|sólo) tenemos), para que (?:lo )?sepas, para tu información, por cierto, ten presente`,
        example: "Usamos Java 11.",
        counterExample: "Java 11 es viejo.",
      },
    ],
    territory: [
      {
        words: r`es (?:territorio|cosa|terreno|responsabilidad) de(?:l)?, lo lleva el equipo, pertenece al? equipo`,
        example: "El estilo es cosa de Jonás.",
        counterExample: "El estilo está listo.",
      },
    ],
    preference: [
      {
        pattern: r`(?<!\p{L})(?:trátame|tráteme|tutéame|llámame|llámeme)(?! (?:mañana|cuando|luego|si|más|por))(?!\p{L})`,
        example: "Llámame Leo.",
        counterExample: "Llámame mañana.",
      },
      {
        pattern: r`^(?:yo )?s[oó]lo (?!tengo|quiero|digo|pregunto|hago|necesito|veo)\p{L}{2,20}o (?:con|en|de|a|por|té|\p{Lu})`,
        example: "Solo viajo con Renfe.",
        counterExample: "Solo tengo con qué pagar.",
      },
      {
        words: r`prefiero, preferiría, preferiblemente, me gusta\p{L}? (?:más|que|mejor)(?! ese| este), a ser posible, si es posible, en lo posible, idealmente, de ser posible, no me gusta\p{L}? (?:que|los|las|cuando)(?! libro), agradecería que, me gustaría que, mejor si`,
        example: "Prefiero tabuladores.",
        counterExample: "Hay tabuladores.",
      },
    ],
    correction: [
      {
        words: r`en (?:lugar|vez) de, mejor(?! que| de lo)(?=[ ,]), en realidad, olvid[ae]\p{L}{0,2}, corrección, rectifico, quise decir, quería decir, cambio de planes?, al final, pensándolo mejor, ya no, perdón, cancela\p{L}{0,2}`,
        example: "Usa el 80 en lugar de 3000.",
        counterExample: "Usa el puerto 80.",
      },
    ],
    permission: [
      {
        words: r`(?<!no )(?:puedes|puede|podéis|se puede|pueden), (?:está|están|queda|es|son) (?:\S{1,20}\s){0,2}(?:permitid[oa]s?|libres?|bien|ok|autorizad[oa]s?), como quieras, da igual, sin problema, adelante con`,
        example: "Puedes borrar las pruebas.",
        counterExample: "No puedes borrar las pruebas.",
      },
    ],
    release: [
      {
        words: r`ya no (?:hace falta|es (?:necesari[oa]|obligatori[oa])|hay que|tienes que|se (?:necesita|aplica|requiere)|vale|rige|está\p{L}? prohibid[oa]s?|necesito|quiero|importa), ya no, olvid[ae]\p{L}{0,2}, no hace falta, no es necesario, sin efecto, queda anulad[oa], anulad[oa]s?, cancelad[oa]s?, se levanta, levantad[oa]s?, deja de aplicarse, no te preocupes (?:más )?por, ignora`,
        example: "La norma queda sin efecto.",
        counterExample: "La norma está clara.",
      },
    ],
    "changed value": [
      {
        pattern: r`(?<!\p{L})(?:vuelv[ea]n?|volvamos|regresa) al? (?!casa)\p{L}`,
        example: "Volvamos al chino.",
        counterExample: "Vuelve pronto.",
      },
      {
        words: r`(?:se|ha|han|fue|está|queda) (?:\S{1,20}\s)?{changed} (?:a|al|para|hasta|de .{1,30} a), {changed} (?:al|a la|a las|para el|hasta|a \d+), (?:es|son|será) ahora, ahora (?:es|son|será|va|van), mejor \p{L}+, que sean?, cambia(?:mos)? (?:a|al|por), pas(?:a|amos) (?:a|al), en su lugar, vuelve a`,
        example: "La reunión se aplaza al lunes.",
        counterExample: "La reunión es el lunes.",
      },
    ],
    "replaced value": [
      {
        pattern: r`(?<=(?<!\p{L})(?:en lugar de|en vez de|y no|no solo|no sólo|ya no|, no)\s(?:en\s|de\s|el\s|la\s|los\s|las\s|solo\s)?)\p{L}[^,.;!?]{1,40}`,
        example: "Té en vez de café.",
        counterExample: "Té y café.",
      },
    ],
    addition: [
      {
        pattern: r`(?<!\p{L})(?:también|además|asimismo)[.!]{0,3}$`,
        example: "El linter también.",
        counterExample: "El linter.",
      },
    ],
    "new state": [
      {
        words: r`ahora, ya(?! (?:que|está|lo)\b), a partir de ahora, en adelante, de nuevo, desde hoy`,
        example: "Ahora sí.",
        counterExample: "Ayer sí.",
      },
    ],
    allowance: [
      {
        words: r`(?<!no )(?:se )?(?:puede|pueden|podemos), (?:está|están|queda|quedan|es|son) (?:\S{1,20}\s){0,2}(?:permitid[oa]s?|bien|abiert[oa]s?|libres?|aceptables?|disponibles?|autorizad[oa]s?), reactiv\p{L}{1,3}, vuelve a, enciende .{0,60}de nuevo, reanud\p{L}{1,3}, reabr\p{L}{1,3}`,
        example: "La caja está abierta.",
        counterExample: "La caja está rota.",
      },
    ],
    deed: [
      {
        words: r`apagad[oa]s?, desactivad[oa]s?, encender, toc(?:ar|a|as|ado|ada|adas), toques, cambi\p{L}{1,4}, modific\p{L}{1,4}, edit\p{L}{1,4}, alter\p{L}{1,4}, todavía, ya, ejecut\p{L}{1,4}, us(?:a|ar|es|e), utiliz\p{L}{1,4}, bien`,
        example: "No lo toques.",
        counterExample: "No lo pienses.",
      },
    ],
    keeping: [
      {
        words: r`dej(?:a|e|ar|en)(?= .{1,60}(?:apagad[oa]s?|desactivad[oa]s?|cerrad[oa]s?|detenid[oa]s?|parad[oa]s?)(?!\p{L}))`,
        example: "Deja la bomba apagada.",
        counterExample: "Deja la bomba.",
      },
      {
        words: r`mant(?:én|enga|ener|engan), conserv(?:a|e|ar|en), guarda .{1,60}tal, dej[ae] .{1,60}(?:como est|donde est|en su sitio), (?:sigue|queda)n? .{0,20}(?:en pie|como est)`,
        example: "Conserva el logo.",
        counterExample: "Observa el logo.",
      },
    ],
    removal: [
      {
        words: r`borr\p{L}{1,4}, elimin\p{L}{1,4}, quit\p{L}{1,4}, suprim\p{L}{1,4}, desaparecer, retir\p{L}{1,4}, apag\p{L}{1,4}, reemplaz\p{L}{1,4}, tirar`,
        example: "Se puede borrar.",
        counterExample: "Se puede leer.",
      },
    ],
    sight: [
      {
        words: r`mir\p{L}{1,3}, leer, lee, ver, consult\p{L}{1,3}, ejemplos?`,
        example: "Puedes leer el texto.",
        counterExample: "Puedes cambiar el texto.",
      },
    ],
    "going beyond": [
      {
        words: r`más (?:larg[oa]s?|grandes?|alt[oa]s?|detallad[oa]s?|que|de \d+), larg[oa]s, adicional\p{L}{0,2}, ilimitad[oa]s?, sin límite, extens[oa]s`,
        example: "Textos más largos.",
        counterExample: "Textos cortos.",
      },
    ],
    "chosen value": [
      {
        words: r`mejor(?: que sean?)?, que sean?, pensándolo bien, en realidad, dejémoslo en, déjalo en, súbelo a, bájalo a, cámbialo a, pon(?:lo|gamos)?(?: en)?, digamos, vamos con, en su lugar, también vale, vale con`,
        example: "Digamos nueve.",
        counterExample: "Hay nueve.",
      },
    ],
    brevity: [
      {
        words: r`en (?:una(?: sola)?|un(?: solo)?|dos|tres) (?:frases?|oración|oraciones|palabras?|líneas?|párrafos?)`,
        example: "En una frase.",
        counterExample: "Una frase está mal.",
      },
    ],
    "switching on": [
      {
        words: r`(?:re)?activ(?:a|ar|e|ad[oa]s?), enciend\p{L}{1,3}, encender\p{L}{0,3}, reanud\p{L}{1,3}, reabr\p{L}{1,3}, abr(?:e|ir)`,
        example: "Enciende la bomba.",
        counterExample: "Apaga la bomba.",
      },
    ],
    withdrawal: [
      {
        words:
          "anulad[oa]s?, cancelad[oa]s?, obsolet[oa]s?, derogad[oa]s?, sin efecto, levantad[oa]s?, revocad[oa]s?",
        example: "Derogadas:",
        counterExample: "Vigentes:",
      },
    ],
    negation: [
      {
        words: r`nunca, jamás, no(?!,), ningun[oa]s?, ningún, sin, prohibid[oa]s?, evita\p{L}{0,3}, ni, nada`,
        example: "Nunca",
        counterExample: "Ahora",
      },
    ],
    "modal word": [
      {
        words: "puedes?, debes?, pueden, deben, hay que, tienes que, permitido",
        example: "Eso debe ser.",
        counterExample: "Eso es.",
      },
    ],
    address: [
      {
        pattern: r`(?:^|[,;:]\s)(?:nunca|siempre|{forbidden}|asegúrate|evita|{orderVerb}){end}`,
        example: "Siempre prueba.",
        counterExample: "Las pruebas siempre.",
      },
      { pattern: r`\b(?:tú|usted)\b`, example: "Eso lo prueba usted.", counterExample: "Eso se prueba." },
    ],
    "question form": [
      {
        pattern: r`^[^\p{L}]{0,4}(?:puede|podría|podrá) ser que(?!\p{L})`,
        example: "¿Podrá ser que solo Eva lo vea?",
        counterExample: "Puede ser.",
      },
      {
        pattern: r`^(?:(?:y|pero|entonces|oye)[,\s]\s?){0,2}¿?(?:por qué|cómo es que|tengo que|debo|debemos|hay que)(?!\p{L})[^,;:—–.]{0,300}$`,
        example: "Por qué hay que probar",
        counterExample: "Cada día hay que probar",
      },
    ],
    "polite request": [
      {
        pattern: r`^[^?]{0,40}(?:podrías|puedes|podría|puede|podríais|te importaría|serías tan amable de)\s.{0,160}{lasting}`,
        example: "¿Podrías no gritar más?",
        counterExample: "¿Podrías ver?",
      },
    ],
    condition: [
      {
        pattern: r`(?<!\p{L})(?:si|cuando) (?:no )?(?:tú |yo |él |se )?(?:debes?|debo|tienes? que|tengo que|hay que|puedes?)(?: no| siempre)?{end}`,
        example: "si tienes que reiniciar",
        counterExample: "tienes que reiniciar",
      },
    ],
    "condition word": [
      {
        pattern: r`(?<!\p{L})(?:si|salvo que|a menos que)(?!\p{L})\s`,
        example: "salvo que llueva",
        counterExample: "llueve",
      },
    ],
    report: [
      {
        pattern: r`(?<!\p{L})(?:script|programa|instalador|job|build|servidor) (?:se para|se detiene|aborta|falla|se niega|se queja)(?: con)?:[^;–—]{0,400}`,
        example: "El build falla con: hay que ser admin.",
        counterExample: "Hay que hacer un build.",
      },
      {
        pattern: r`(?<!\p{L})(?:preguntó|preguntaba|ha preguntado|pregunta) si [^;–—]{0,400}`,
        example: "Pablo preguntó si debemos firmar.",
        counterExample: "Pablo preguntó por la sal.",
      },
      {
        pattern: r`(?<!\p{L})(?:mi|nuestr[oa]) (?:antigu[oa]|anterior|ex) ?\p{L}{2,20} (?:siempre )?(?:decía|solía|repetía)[^;–—]{0,400}`,
        example: "Nuestra antigua maestra decía: nunca corras.",
        counterExample: "Nuestra maestra nunca corre.",
      },
      {
        pattern: r`(?<!\p{L})(?:guía|manual|ticket|wiki|documentación) (?:de|del) [^,;.]{2,30} (?:dice|indica|exige|pide)[^,;–—]{0,400}`,
        example: "El manual del horno dice que hay que esperar.",
        counterExample: "Hay que leer el manual del horno.",
      },
      {
        pattern: r`(?<!\p{L})(?:según|de acuerdo con|a decir de) [^,;.]{2,40},[^;–—]{0,400}`,
        example: "Según Pablo, no hay que.",
        counterExample: "No hay que.",
      },
      {
        pattern: r`(?<!\p{L})(?:{source}|él|ella|(?:mi|el|la|su|tu) {person}) (?:\S{1,20}\s)?{says}{end}(?: que)?[^,;–—]{0,400}`,
        example: "El compilador dice que hay que tipar.",
        counterExample: "Hay que tipar.",
      },
      {
        pattern: r`(?<!\p{L})(?:según|en) (?:el |la |los |las |mi |su |un |una )?(?:{source}|{person})(?:(?<!en\s.{0,60})|,? (?:pone|ponía|dice|está escrito|se lee))(?!\p{L})[^;–—]{0,400}`,
        example: "En el cartel se lee que hay que esperar.",
        counterExample: "Hay que esperar.",
      },
      {
        pattern: r`(?<!\p{L})(?:dijiste|has dicho|propusiste|sugeriste|escribiste|recomendaste|me dijiste)[^,;–—]{0,400}`,
        example: "Dijiste que hay que esperar.",
        counterExample: "Hay que ver.",
      },
    ],
    supposition: [
      {
        pattern: r`^¿?(?:supongamos|imagina\p{L}{0,2}|pongamos|y si|qué pasaría si)(?!\p{L})`,
        example: "Supongamos que hay que correr",
        counterExample: "Hay que correr",
      },
    ],
    "qualifying word": [
      {
        words:
          "si, salvo, excepto, sin, cuando, hasta, antes, después, mientras, a menos que, siempre que, incluso, incluido, solo, sólo, como máximo, al menos, pero no",
        example: "salvo los domingos",
        counterExample: "los domingos",
      },
    ],
    "past rule": [
      {
        pattern: r`(?<!\p{L})antes (?:\p{L}{2,12} ){0,2}(?:podíamos|teníamos|debíamos|solíamos|podían|tenían)(?!\p{L})`,
        example: "Antes siempre teníamos guardia.",
        counterExample: "Antes de salir, cierra.",
      },
      {
        pattern: r`(?<!\p{L})en (?:mi|el|la|nuestra|nuestro) (?:antigu[oa]|anterior|viej[oa]|últim[oa]) (?:empresa|trabajo|equipo|proyecto|puesto)(?!\p{L})`,
        example: "En mi antigua empresa todos firman.",
        counterExample: "En mi empresa todos firman.",
      },
      {
        pattern: r`(?<!\p{L})en mi (?:\p{L}{2,12} )?(?:equipo|empresa|trabajo|puesto) (?:anterior|antiguo|antigua)(?!\p{L})`,
        example: "En mi equipo anterior siempre se hacía.",
        counterExample: "En mi equipo siempre se hace.",
      },
      {
        pattern: r`(?<!\p{L})(?:antes|antiguamente|en aquella época|en mi (?:antigu[oa]|anterior)|de niñ[oa]|cuando era)(?! de)(?!\p{L})[^.]{0,50}(?:aba|aban|ía|ían|era|eran|fue)(?!\p{L})(?!.{0,200}ahora)`,
        example: "De niño nunca comía pescado.",
        counterExample: "Antes de comer hay que lavarse.",
      },
      {
        words: r`(?:había que|estaba prohibido|era obligatorio), (?:teníamos|tenía|tenían|debía|debíamos|debían) que`,
        example: "Había que gritar siempre.",
        counterExample: "Hay que gritar siempre.",
      },
    ],
    opinion: [
      {
        words: r`(?:todos|la gente|todo el mundo|uno) deber(?:ía|íamos|ían) (?:\p{L}+ )?(?:más|menos|dormir|reír|a menudo)`,
        example: "Todos deberíamos reír más.",
        counterExample: "Todos deberían firmar.",
      },
      {
        words: r`me parece(?! .{0,60}(?:mejor|que debes)), en mi opinión(?! .{0,40}(?:hay|debes)), la verdad, dicen que, como se dice, la gente (?:debe|debería), nadie debería, todo el mundo debería, en la vida, creo que (?:la gente|nadie)`,
        example: "En la vida hay que reír.",
        counterExample: "Aquí hay que reír.",
      },
      {
        pattern: r`(?<!\p{L})(?:(?:ja){2,8}|(?:je){2,8}|xd+|lol|es broma|bromeo)\P{L}{0,6}$|[😂🤣😅😜]\P{L}{0,4}$`,
        example: "Nunca más un lunes, jaja.",
        counterExample: "Nunca más un lunes.",
      },
    ],
    courtesy: [
      {
        pattern: r`^[^\p{L}]{0,4}(?:muchas |mil |ok,? |genial,? )?gracias(?!\p{L})(?!.{0,200}(?:a partir de ahora|en adelante|por favor|pero|ya no|no (?:vuelvas|uses|toques)))`,
        example: "Gracias, siempre es un placer.",
        counterExample: "Siempre es un placer.",
      },
      {
        words: r`no te (?:preocupes|disculpes|agobies)(?! (?:más )?por), no se preocupe, no tienes que disculparte, no pasa nada, no hay de qué, no hay problema, no hay prisa`,
        example: "No te preocupes.",
        counterExample: "No te muevas.",
      },
    ],
    "third party": [
      {
        words: r`(?:empresa|oficina|casa|equipo|tienda) de al lado, en otra empresa, (?:mi|su) {person} (?:\S{1,20}\s){0,3}(?:nunca|jamás|siempre)`,
        example: "La tienda de al lado nunca abre.",
        counterExample: "La tienda abre tarde.",
      },
      {
        words: r`en (?:la película|la novela|el libro|el cuento|el sueño|la serie|la historia|la canción|el juego)`,
        example: "En la película hay que correr.",
        counterExample: "Aquí hay que correr.",
      },
      {
        words: r`(?:mi|su|tu|nuestr[oa]) {person} (?:debe|no debe|no puede|no come|no bebe|quiere|tiene que|prohíbe|nunca|siempre), (?:él|ella|ellos|ellas) (?:debe|deben|no puede|no pueden|tiene que|tienen que), (?:le|les) (?:ha|han) (?:prohibido|dicho|mandado)`,
        example: "Mi hija no debe viajar sola.",
        counterExample: "No debes viajar solo.",
      },
    ],
    guess: [
      {
        words: r`(?:debe|deben|tiene que|tienen que) (?:de )?(?:ser (?:un|una|el|la|por|culpa|cosa)|haber|estar (?:rot[oa]|caíd[oa]|mal)|venir de), seguro que`,
        example: "Debe ser un fallo.",
        counterExample: "Debe quedarse.",
      },
    ],
    account: [
      {
        words: r`(?:nunca|jamás) (?:me |te |le |nos |se )?(?:\p{L}+(?:ó|é|í|aba|ía|aron|ieron)|he|ha|hemos|han|pude|quise|supe)`,
        example: "Nunca me gustó.",
        counterExample: "Nunca me grites.",
      },
      {
        pattern: r`^[^\p{L}]{0,4}(?:ayer|anteayer|esta mañana|anoche|hace (?:un rato|poco)|(?:la|el) \p{L}+ pasad[oa])(?!\p{L})[^.]{0,60}\p{L}(?:é|í|ó|aron|ieron|aba|ía|imos|amos|ha|he|fue|hizo|hice|vi)(?!\p{L})`,
        example: "Ayer llegó siempre tarde.",
        counterExample: "Nunca llegues tarde.",
      },
      {
        words: r`{shaky} (?:\S{1,20}\s){0,3}(?:nunca|siempre|todo el rato|todo el tiempo|cada vez|constantemente), (?:nunca|siempre) {shaky}`,
        example: "La compilación falla siempre.",
        counterExample: "La compilación arranca.",
      },
    ],
    decision: [
      { pattern: "decid(?:í|imos|ido)", example: "Decidimos usar SQLite.", counterExample: "Usamos SQLite." },
    ],
    "rules heading": [
      {
        pattern: r`^[^\p{L}]{0,8}(?:[^\s:]{1,30}\s){0,4}{rules}(?:\s[^\s:]{1,30}){0,3}[:*\s]{0,4}$`,
        example: "## Nuestras normas",
        counterExample: "## Nuestro fin",
      },
    ],
    "name of rules": [
      { words: "{rules}, criterios", example: "Nuestros requisitos", counterExample: "Nuestros juegos" },
    ],
    "acceptance heading": [
      {
        words: "criterios de aceptación, terminado cuando",
        example: "Terminado cuando:",
        counterExample: "Terminado:",
      },
    ],
    reason: [{ pattern: r`\bporque\b`, example: "SQLite porque basta", counterExample: "SQLite" }],
    greeting: [{ pattern: r`^hola\b`, example: "Hola Claude, mira", counterExample: "Claude, mira" }],
    dialogue: [
      {
        pattern: r`\b(?:yo|tú|usted|nosotros)\b`,
        example: "Eso lo hago yo.",
        counterExample: "El servidor arranca.",
      },
    ],
    "unfinished end": [
      {
        pattern: r`(?:^|[\s("“*_])(?:y|el|la|los|de)[*_]{0,2}$`,
        example: "Usa los",
        counterExample: "Usa todo",
      },
    ],
    "mail header": [
      {
        pattern: r`^\s{0,2}\**(?:de|para|asunto|fecha)\**\s{0,2}[:：]\**\s{0,4}\S`,
        example: "Asunto: entrega",
        counterExample: "Asunto resuelto",
      },
    ],
    "mail sender": [
      { pattern: r`^\s{0,2}\**de\**\s{0,2}[:：]`, example: "De: Dana", counterExample: "De Dana" },
    ],
    "mail quotation": [
      {
        pattern: r`^\s{0,4}el\s.{6,120}\sescribió(?:\s[^:]{1,60})?\s?:\s{0,4}$`,
        example: "El 5 de enero Dana escribió:",
        counterExample: "El lunes Dana escribió una prueba.",
      },
    ],
  },
  wordLists: {
    "stop word": {
      words:
        "el, la, los, las, un, una, unos, unas, de, del, al, y, o, pero, no, ni, nunca, jamás, siempre, solo, sólo, solamente, es, son, ser, está, están, estar, era, fue, hay, he, ha, han, debe, debes, deben, puede, puedes, pueden, tiene, tienes, tienen, que, yo, tú, tu, tus, usted, él, ella, ellos, nosotros, me, te, se, le, les, lo, nos, mi, mis, su, sus, nuestro, nuestra, este, esta, estos, estas, ese, esa, eso, esto, en, con, por, para, sin, sobre, entre, desde, hasta, según, antes, después, si, cuando, como, cada, todo, toda, todos, todas, cualquier, más, menos, muy, también, ya, ahora, adelante, partir, hoy, mejor, lugar, vez, olvida, dije, dicho, falta, hace, necesario, usa, usar, use, utiliza, pon, poner, haz, hacer, deja, máximo, mínimo, mucho, prohibido, permitido, gracias, favor, ningún, ninguna, ninguno, cualquiera, nada, preguntar, preguntarme, avisar, avisarme, quieras, uses, usen",
      example: "también",
      counterExample: "factura",
    },
    "heading word": {
      words:
        "regla, reglas, norma, normas, requisito, requisitos, restricciones, objetivo, objetivos, tarea, tareas, atención, importante, aviso, recordatorio, corrección, aclaración, ejemplo, ejemplos, plazo, errores, pasos, contexto, resultado, resultados, cambio, cambios, idioma, resumen, ojo, nota, notas",
      example: "normas",
      counterExample: "jonás",
    },
    "number word": {
      words: "dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, doce, veinte",
      example: "cuatro",
      counterExample: "cuarto",
    },
    "talk stop word": {
      words: "pero, para, como, esto, esta, este, cuando, porque, también, muy, todo, nada, tiene, hacer",
      example: "cuando",
      counterExample: "presupuesto",
    },
  },
};
