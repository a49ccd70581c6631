//! Countries as partners name them.

/// ISO 3166-1: three letters, then the two that the operator knows the country by.
const CODES: &str = "\
    ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT \
    AZEAZ BDIBI BELBE BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO \
    BRABR BRBBB BRNBN BTNBT BVTBV BWABW CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG \
    COKCK COLCO COMKM CPVCV CRICR CUBCU CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO \
    DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB \
    GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY \
    HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR IRQIQ ISLIS ISRIL ITAIT \
    JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB LBRLR LBYLY \
    LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH \
    MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA \
    NCLNC NERNE NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE \
    PHLPH PLWPW PNGPG POLPL PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA \
    SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR \
    SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL TONTO \
    TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA VCTVC VENVE VGBVG \
    VIRVI VNMVN VUTVU WLFWF WSMWS YEMYE ZAFZA ZMBZM ZWEZW";

/// The two letters of the country that is called `code`, by three letters or by two; `code` itself where it is none.
pub(super) fn two_letters(code: &str) -> String {
    let code = code.trim().to_uppercase();
    let known = CODES.split_whitespace().find_map(|pair| pair.strip_prefix(code.as_str()));
    match known {
        Some(two) if code.len() == 3 => two.to_owned(),
        _ => code,
    }
}

/// The three letters of the country that is called by two; those themselves where it is none.
pub(super) fn three_letters(code: &str) -> &str {
    let known = CODES.split_whitespace().find_map(|pair| pair.strip_suffix(code));
    known.filter(|three| three.len() == 3).unwrap_or(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_letters_and_two_name_a_country() {
        for (code, expected) in [
            ("DEU", "DE"),
            ("est", "EE"),
            ("GBR", "GB"),
            (" NOR ", "NO"),
            ("DE", "DE"),
            ("XKX", "XKX"),
            ("", ""),
        ] {
            assert_eq!(two_letters(code), expected, "{code:?}");
        }
        assert_eq!((three_letters("EE"), three_letters("XX")), ("EST", "XX"));
    }

    #[test]
    fn every_pair_is_whole() {
        let pairs: Vec<_> = CODES.split_whitespace().collect();
        assert_eq!(pairs.len(), 249);
        assert!(pairs.iter().all(|pair| pair.len() == 5), "{pairs:?}");
        let two: std::collections::BTreeSet<_> = pairs.iter().map(|pair| &pair[3..]).collect();
        assert_eq!(two.len(), pairs.len());
    }
}
