/** Folded function words by language, question words and the empty words of questions among them. */
export const FUNCTION_WORDS = {
  english: `a about after again all also am an and any anybody anyone anything are as at be because been before being between both
    but by can could d did do does doing done don down during each either else ever every few for from further get gets getting got
    had has have having he her here hers him his how i if in into is isn it its itself just ll m may me might mine more most much
    must my myself need no nor not now of off on once one only or other our ours out over own please re s same shall she should
    so some somebody someone something such t tell than that the their theirs them then there these they thing things this those
    through to too under until up upon us use ve very was we were what when where whether which while who whom whose why will with
    within without would yes yet you your yours let many does come comes came go goes going went used make makes made
    happen happens happened exactly actually many know known`,
  german: `aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bekomme bekommt bin bis bist
    da damit dann das dass dein deine dem den denn der des dessen dich die dies diese diesem diesen dieser dieses dir doch dort du
    durch ein eine einem einen einer eines er es etwas euch fur gegen gibt hab habe haben hat hatte hatten hier hin ich ihm ihn
    ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes kann kein keine keinen konnen konnte machen
    man mehr mein meine meinem meinen meiner mich mir mit muss mussen nach nicht noch nun nur ob oder ohne sehr sein seine seinem
    seinen seiner seit sich sie sind so soll sollen sollte sollten sondern uber um und uns unser unsere unter viel viele vielen vom von vor
    war waren warum was weg weil welche welchem welchen welcher welches wem wen wenn wer werden weshalb wessen wie wieder wieso
    wieviel will wir wird wo wofur woher wohin womit woran worden wurde wurden zu zum zur gilt`,
  french: `a afin ai aux au aussi autant autre avec avez avoir avons c ca car ce cela ces cet cette ceux chaque comme comment combien d dans
    de des deux doit doivent donc du elle elles en encore entre est et etait etaient ete etre eu eux fait faire faut ici il ils j
    je jusqu l la laquelle le lequel les lesquels leur leurs lui m ma mais me meme mes met moi mon n ne nos notre nous on ont ou par
    pas peut peuvent plus pour pourquoi pouvez puis qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses si son
    sont sous sur t ta te tes toi ton tous tout toute tres tu un une va vers vos votre vous y`,
  spanish: `a al algo alguien alguna alguno algun ante antes asi aun bajo cada como con contra cual cuales cuando cuanta cuantas
    cuanto cuantos cuyo de debe deben debo del desde donde dos e el ella ellas ellos en entre era eran es esa ese eso esta estaba
    estan estas este esto estos fue fueron ha habia hace hacer han hasta hay he la las le les lo los mas me mi mis mucho muy nada
    ni no nos nosotros nuestra nuestro o os otra otro para pero poco podemos por porque pudo puede pueden puedo que quien quienes
    se sea ser si sido sin sobre solo son soy su sus tambien tan te tiene tienen todo todos tu tus un una uno unos usted y ya yo`,
  portuguese: `a ainda alguem algum alguma ao aos aquela aquele as ate cada com como da das de dela dele deles depois deve devem do
    dos e ela elas ele eles em entre era essa esse esta estao estas este estava estou eu faz fazer foi foram ha isso isto ja la
    lhe lhes mais mas me meu meus minha muito na nao nas nem no nos nossa nosso num numa o onde os ou para pela pelas pelo pelos
    pode podem podemos por porque posso pra qual quais quando quanta quanto quantos que quem se sem ser seu seus so sobre sua
    suas tambem te tem temos tem teve ter teu tinha tu tua um uma umas uns voce voces`,
  italian: `a ad agli ai al alla alle allo anche ancora avere c che chi ci come con contro cosa cui da dagli dai dal dalla dalle
    dei degli del dell della delle dello deve devono di dove e ed era erano essere fa fare fino fra gli ha hanno ho i il in io la
    le lei li lo loro lui ma mi mia mio molto ne nei nel nella nelle noi non nostra nostro o ogni per perche piu poi possiamo
    posso puo qual quale quali quando quanta quante quanti quanto quella quelle quello questa queste questi questo se sei senza
    si sia siamo sono su sua sul sulla suo te ti tra tu tua tuo tutti tutto un una uno vi voi`,
  dutch: `aan al alle als bij dan dat de deze die dit doen door dus een en er ge geen had haar heb hebben heeft hem het hij hoe
    hoeveel hun ik in is ja je jij kan kunnen maar me meer mijn moet moeten na naar niet nog nu of om omdat ons onze ook op over
    te tot u uit van veel voor waar waarom wanneer wat we welk welke werd wie wij wil word worden wordt zal ze zich zij zijn zo
    zou`,
  russian: `а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее если есть еще же
    за и из или им их к каждый как какая какие каким какого какое какой каком какую ко когда кого кому который которая которые
    кто куда ли либо меня мне можно мой моя мы на над надо нам нас наш не него нее нет ни них но ну о об однако он она они оно от
    откуда очень по под почему при про с сам свой себя сейчас сколько со так также там то того тоже только том ты у уже чего чей
    чем чему что чтобы эта эти это этого этой этом этот я удается нужно должен должна должны`,
  hindi: `अपना अपनी अपने अब आप इन इस उन उस उसके एक और कब कहाँ कहां का कि किस किसका किसकी किसके किसने किसी किसे की कितना कितनी कितने के को कोई कौन
    कौनसा क्या क्यों गई गए गया जब जा जाता जाती जाते जो तक तो था थी थे दिया दी द्वारा न नहीं ने पर बहुत भी मुझे में मेरा मेरी मेरे मैं यदि यह यहाँ या
    ये रहा रही रहे लिए वह वहाँ वाला वाली वाले वे सकता सकती सकते से हम हमारा हमारी हमारे हर ही हुआ हुई हुए है हैं हो होगा होगी होता होती होते चाहिए कर करना करने
    करें किया की गई`,
} as const;
